// Types alone: what templates hand to the pages, and what the API says of phones and calibrating.
// No page loads this module.

/**
 * What is said while tiles are tapped in (`_tap_phrases.html`); `fill` puts words for each `{name}`.
 * @typedef {{places: string[]} & Record<"tile" | "unsure" | "empty" | "board" | "chosen" | "turned"
 *   | "removed" | "added" | "undone" | "stays" | "builds" | "rebuilds" | "thinks" | "leave", string>} TapPhrases
 */

/**
 * What is said while turns are told (`telling.html`).
 * @typedef {Record<"move" | "laid" | "taken" | "rotated" | "passed", string>} TellingPhrases
 */

/**
 * What is said while a reading is put right (`_correcting.html`).
 * @typedef {{places: string[]} & Record<"tile" | "unsure" | "empty" | "hidden" | "joins" | "board"
 *   | "ready" | "chosen" | "turned" | "removed" | "added" | "checked" | "allChecked" | "joined"
 *   | "unfit" | "undone" | "die" | "noDie" | "dieSet" | "saving" | "failed" | "leave", string>} CorrectingPhrases
 */

/**
 * What a phone's page says (`phone.html`).
 * @typedef {Record<"connected" | "sending" | "lost" | "elsewhere" | "refused" | "denied" | "busy"
 *   | "paused" | "over" | "stopped" | "sent" | "sendingPhoto" | "failed" | "notSecure" | "overHttps" | "behind"
 *   | "hot" | "slow",
 *   string>} PhonePhrases
 */

/**
 * What is said while a camera is calibrated (`calibrate.html`).
 * @typedef {Record<"failed" | "waiting" | "looking" | "taken", string>} CalibratePhrases
 */

/**
 * Chromium's, for pressure on a computer (Compute Pressure API).
 * @typedef {{knownSources?: readonly string[]} & (new (hear: (changes: {state: string}[]) => void) => {
 *   observe(source: string, options: {sampleInterval: number}): Promise<void>})} PressureObserverClass
 */

/**
 * A pass for a phone, or the token for one.
 * @typedef {{game: number | string, role?: "camera" | "player", https_url?: string | null}} Pass
 */

/** @typedef {{id: number, role: "camera" | "player", address: string, since: string, seen: string}} Guest */

/** @typedef {{qr: string, url: string, expires_at: string}} Invitation */

/**
 * The answer to a frame; `wait_s` says how long to wait before the next.
 * @typedef {object} FrameAnswer
 * @property {number} wait_s
 * @property {import("./game.js").GameEvent | null} said
 * @property {boolean} paused
 * @property {boolean} over
 */

/** @typedef {"top" | "right" | "bottom" | "left"} Side */

/**
 * How far calibrating a camera is; `cells` says how many views showed the sheet there, by rows.
 * @typedef {object} Calibration
 * @property {"lens" | "colors"} kind
 * @property {boolean} running
 * @property {number} photos
 * @property {number[][]} cells
 * @property {{degrees: number, farthest: Side}[]} tilts
 * @property {string[]} missing
 * @property {string | null} hint
 * @property {string | null} problem
 * @property {string | null} picture
 * @property {number | null} frame
 * @property {{sentences: string[], colors: Record<string, string>, path: string} | null} result
 */

/**
 * What was seen of a die's face; `reads_as` is what it looks like on ordinary dice.
 * @typedef {object} SeenFace
 * @property {number} value
 * @property {string | null} picture
 * @property {number | null} reads_as
 * @property {string | null} problem
 */

/**
 * A die that was learned, or why it was not.
 * @typedef {object} LearnedDie
 * @property {string[]} sentences
 * @property {string | null} path
 * @property {string | null} problem
 */

/**
 * @typedef {object} DiePhrases
 * @property {string} failed
 * @property {string} looking
 * @property {string} seen
 * @property {string} alt
 */

// Of which game a tab's camera films: it goes on by itself where the page is opened anew.

const KEPT = "palago-camera-game";

/** @param {string} game */
export function rememberCamera(game) {
  sessionStorage.setItem(KEPT, game);
}

export function forgetCamera() {
  sessionStorage.removeItem(KEPT);
}

/** @param {string} game */
export function isCameraOf(game) {
  return sessionStorage.getItem(KEPT) === game;
}

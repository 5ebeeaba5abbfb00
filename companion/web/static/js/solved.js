// Which puzzles were solved: kept in this browser, and nowhere else.

const KEY = "palago-solved";

/** @returns {Set<string>} */
export function solvedPuzzles() {
  try {
    return new Set(JSON.parse(localStorage.getItem(KEY) ?? "[]"));
  } catch {
    return new Set(); // a browser may keep nothing, or something else under this name
  }
}

/** @param {string} puzzle */
export function rememberSolved(puzzle) {
  try {
    localStorage.setItem(KEY, JSON.stringify([...solvedPuzzles().add(puzzle)]));
  } catch {
    // it is forgotten then
  }
}

// Pictures show the part of the table that matters; a switch beside each shows all of it.

export function showWhole(figure) {
  const photo = figure.querySelector(".photo");
  const isWhole = figure.querySelector("[data-show-whole]")?.checked;
  photo?.setAttribute("viewBox", isWhole ? photo.dataset.whole : photo.dataset.tiles);
}

document.addEventListener("change", (event) => {
  if (event.target.matches("[data-show-whole]")) showWhole(event.target.closest("figure"));
});

// The cameras of this computer: a picture of one is taken when somebody asks for it.

import { byId, hit, told, within } from "./elements.js";

const list = document.getElementById("cameras");

/** @param {HTMLElement} card */
async function look(card) {
  const button = within(card, "[data-look]", HTMLButtonElement);
  const status = within(card, ".camera-status");
  const picture = within(card, "img", HTMLImageElement);
  button.disabled = true;
  status.textContent = "";
  try {
    const response = await fetch(`/api/cameras/${told(card, "camera")}/picture`, { method: "POST" });
    if (!response.ok) throw new Error((await response.json()).error);
    URL.revokeObjectURL(picture.src);
    picture.src = URL.createObjectURL(await response.blob());
    picture.hidden = false;
  } catch (error) {
    picture.hidden = true;
    const isTold = error instanceof Error && !(error instanceof TypeError);
    status.textContent = isTold ? error.message : told(byId("cameras"), "failed");
  }
  button.disabled = false;
}

list?.addEventListener("click", (event) => {
  const card = hit(event, "[data-look]")?.closest("[data-camera]");
  if (card instanceof HTMLElement) look(card);
});

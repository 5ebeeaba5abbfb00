// The start page: a chosen or dropped photo is sent at once, and the page says that it is being read.

import { all, byId, told } from "./elements.js";

const form = byId("upload", HTMLFormElement);
const status = byId("status");
const inputs = all(form, "input[type=file]", HTMLInputElement);

function showReading() {
  form.classList.add("busy");
  status.textContent = told(status, "reading");
}

function send() {
  showReading();
  form.requestSubmit();
}

for (const input of inputs) {
  input.addEventListener("change", () => {
    if (input.files?.length) send();
  });
}

/** @param {DragEvent} event */
function drag(event) {
  if (!event.dataTransfer?.types.includes("Files")) return;
  event.preventDefault();
  form.classList.add("over");
}

document.addEventListener("dragenter", drag);
document.addEventListener("dragover", drag);

document.addEventListener("dragleave", (event) => {
  if (!event.relatedTarget) form.classList.remove("over");
});

document.addEventListener("drop", (event) => {
  if (!event.dataTransfer?.files.length) return;
  event.preventDefault();
  form.classList.remove("over");
  const photo = [...event.dataTransfer.files].find((file) => file.type.startsWith("image/"));
  if (!photo) {
    status.textContent = told(status, "failed");
    return;
  }
  const chosen = new DataTransfer();
  chosen.items.add(photo);
  for (const input of inputs.slice(-1)) input.files = chosen.files;
  send();
});

document.querySelector("form.gallery")?.addEventListener("submit", showReading);

// Coming back with the browser's own button must find the form as it was.
window.addEventListener("pageshow", () => {
  form.classList.remove("busy");
  status.textContent = "";
  form.reset();
});

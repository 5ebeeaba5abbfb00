// The start page: a chosen or dropped photo is sent at once, and the page says that it is being read.

const form = document.getElementById("upload");
const status = document.getElementById("status");
const inputs = [...form.querySelectorAll("input[type=file]")];

function showReading() {
  form.classList.add("busy");
  status.textContent = status.dataset.reading;
}

function send() {
  showReading();
  form.requestSubmit();
}

for (const input of inputs) {
  input.addEventListener("change", () => {
    if (input.files.length) send();
  });
}

for (const type of ["dragenter", "dragover"]) {
  document.addEventListener(type, (event) => {
    if (!event.dataTransfer?.types.includes("Files")) return;
    event.preventDefault();
    form.classList.add("over");
  });
}

document.addEventListener("dragleave", (event) => {
  if (!event.relatedTarget) form.classList.remove("over");
});

document.addEventListener("drop", (event) => {
  if (!event.dataTransfer?.files.length) return;
  event.preventDefault();
  form.classList.remove("over");
  const photo = [...event.dataTransfer.files].find((file) => file.type.startsWith("image/"));
  if (!photo) {
    status.textContent = status.dataset.failed;
    return;
  }
  const chosen = new DataTransfer();
  chosen.items.add(photo);
  inputs.at(-1).files = chosen.files;
  send();
});

document.querySelector("form.gallery")?.addEventListener("submit", showReading);

// Coming back with the browser's own button must find the form as it was.
window.addEventListener("pageshow", () => {
  form.classList.remove("busy");
  status.textContent = "";
  form.reset();
});

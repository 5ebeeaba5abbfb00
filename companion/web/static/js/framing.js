// Helps to place the camera: says what is wrong with its view until the first move was made.

const panel = document.getElementById("framing");
const [good, list, picture] = ["good", "list", "picture"].map((id) => document.getElementById(`framing-${id}`));
const AGAIN_MS = 2500;
const SIGNS = { "no-tiles": "·" };
let shown = "";

function line({ code, sentence }) {
  const item = document.createElement("li");
  item.dataset.code = code;
  item.dataset.sign = SIGNS[code] ?? "!";
  item.textContent = sentence;
  return item;
}

function show({ frame, problems, remarks }) {
  panel.hidden = false;
  good.hidden = problems.length > 0;
  const lines = [...problems, ...remarks.map((sentence) => ({ code: "remark", sentence }))];
  // what has not changed is not said again by screen readers
  if (JSON.stringify(lines) !== shown) list.replaceChildren(...lines.map(line));
  shown = JSON.stringify(lines);
  panel.dataset.view = problems.length ? "wrong" : "well";
  if (!picture) return;
  picture.src = `${panel.dataset.picture}?frame=${frame}`;
  picture.hidden = false;
}

// A phone may look only once it has been let in, which its video's being there says.
const video = document.getElementById("phone-video");

async function look() {
  if (!document.hidden && !video?.hidden) {
    const response = await fetch(panel.dataset.address).catch(() => null);
    if (response?.ok) {
      const view = await response.json();
      if (view.begun) {
        panel.hidden = true;
        return;
      }
      if (view.frame !== null) show(view);
    }
  }
  setTimeout(look, AGAIN_MS);
}

look();

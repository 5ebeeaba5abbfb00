// The picture of the best island as PNG: drawn by the browser, with its fonts.

import { byId, told } from "../elements.js";

const SIZE = 1080;
const button = document.getElementById("share-png");

if (button) {
  button.hidden = false;
  const picture = byId("island", HTMLImageElement);
  const name = told(button, "name");
  button.addEventListener("click", async () => {
    await picture.decode();
    const canvas = document.createElement("canvas");
    [canvas.width, canvas.height] = [SIZE, SIZE];
    canvas.getContext("2d")?.drawImage(picture, 0, 0, SIZE, SIZE);
    /** @type {Blob | null} */
    const blob = await new Promise((done) => { canvas.toBlob(done, "image/png"); });
    if (!blob) return;
    const file = new File([blob], name, { type: "image/png" });
    if (navigator.canShare?.({ files: [file] }) && matchMedia("(pointer: coarse)").matches) {
      await navigator.share({ files: [file] }).catch(() => {});
      return;
    }
    const link = document.createElement("a");
    link.href = URL.createObjectURL(blob);
    link.download = name;
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 1000);
  });
}

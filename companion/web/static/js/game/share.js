// The picture of the best island as PNG: drawn by the browser, with its fonts.

const SIZE = 1080;
const button = document.getElementById("share-png");
const picture = document.getElementById("island");

if (button) {
  button.hidden = false;
  button.addEventListener("click", async () => {
    await picture.decode();
    const canvas = document.createElement("canvas");
    [canvas.width, canvas.height] = [SIZE, SIZE];
    canvas.getContext("2d").drawImage(picture, 0, 0, SIZE, SIZE);
    const blob = await new Promise((done) => { canvas.toBlob(done, "image/png"); });
    const file = new File([blob], button.dataset.name, { type: "image/png" });
    if (navigator.canShare?.({ files: [file] }) && matchMedia("(pointer: coarse)").matches) {
      await navigator.share({ files: [file] }).catch(() => {});
      return;
    }
    const link = document.createElement("a");
    link.href = URL.createObjectURL(blob);
    link.download = button.dataset.name;
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 1000);
  });
}

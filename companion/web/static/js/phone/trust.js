// After the certificate is trusted the phone goes on over HTTPS, with a token of its own for that.

import { byId } from "../elements.js";
import { securely } from "./pass.js";

const game = location.hash.slice(1);
const trusted = document.getElementById("trusted");

trusted?.addEventListener("click", async () => {
  const address = game ? await securely(game).catch(() => null) : null;
  if (address) location.assign(address);
  else if (trusted.dataset.https) location.assign(`${trusted.dataset.https}phone/${game}`);
});

byId("no-trust").addEventListener("click", () => {
  if (game) location.assign(`/phone/${game}`);
  else history.back();
});

// After the certificate is trusted the phone goes on over HTTPS, with the token of its code.

import { byId } from "../elements.js";
import { securely } from "./pass.js";

const game = location.hash.slice(1).split("&")[0];
const trusted = document.getElementById("trusted");

async function goOn() {
  const address = game ? await securely(game).catch(() => null) : null;
  if (address) location.assign(address);
  else if (trusted?.dataset.https) location.assign(`${trusted.dataset.https}phone/${game}`);
  else history.back();
}

trusted?.addEventListener("click", goOn);
byId("no-trust").addEventListener("click", goOn);

// The account and login pages work without this script; it adds passkeys, a copy button and the theme switch.

import { toggleTheme } from "./theme-switch.js";

document.addEventListener("click", (event) => {
  const node = /** @type {Element} */ (event.target);
  if (node.closest("[data-do=theme]")) toggleTheme();
  const button = /** @type {HTMLElement | null} */ (node.closest("[data-passkey]"));
  if (button) void usePasskey(button);
  if (node.closest("[data-copy]")) copy();
});

if (window.PublicKeyCredential && "parseCreationOptionsFromJSON" in PublicKeyCredential) {
  for (const button of document.querySelectorAll("[data-passkey]")) button.removeAttribute("hidden");
}
for (const button of document.querySelectorAll("[data-copy]")) button.removeAttribute("hidden");

/** Copies the new token to the clipboard. */
function copy() {
  const field = /** @type {HTMLInputElement} */ (document.querySelector(".token"));
  field.select();
  void navigator.clipboard?.writeText(field.value);
}

/**
 * Makes a passkey, or logs in with one, and goes where the server says.
 * @param {HTMLElement} button
 */
async function usePasskey(button) {
  const fault = /** @type {HTMLElement} */ (document.getElementById("passkey-fault"));
  const [asked, answered] =
    button.dataset.passkey === "new"
      ? ["/account/passkeys/options", "/account/passkeys"]
      : ["/login/passkey/options", "/login/passkey"];
  fault.hidden = true;
  try {
    const options = await post(asked);
    const credential =
      button.dataset.passkey === "new"
        ? await navigator.credentials.create({ publicKey: PublicKeyCredential.parseCreationOptionsFromJSON(options) })
        : await navigator.credentials.get({ publicKey: PublicKeyCredential.parseRequestOptionsFromJSON(options) });
    const told = await post(answered, /** @type {PublicKeyCredential} */ (credential).toJSON());
    go(told.next);
  } catch (error) {
    const words = error instanceof Refused ? error.message : "";
    if (words) /** @type {HTMLElement} */ (fault.querySelector("span")).textContent = words;
    fault.hidden = false;
  }
}

/**
 * Loads an address, even if it differs from the current one only in its fragment.
 * @param {string} next
 */
function go(next) {
  if (new URL(next, location.href).pathname !== location.pathname) return location.assign(next);
  history.replaceState(null, "", next);
  location.reload();
}

/** Shows why the server refused. */
class Refused extends Error {}

/**
 * @param {string} path
 * @param {unknown} [body]
 * @returns {Promise<any>}
 */
async function post(path, body) {
  const response = await fetch(path, {
    method: "POST",
    headers: { "Content-Type": "application/json", Accept: "application/json" },
    body: JSON.stringify(body ?? {}),
  });
  const told = await response.json();
  if (!response.ok) throw new Refused(told.error?.text);
  return told;
}

// Reads a record from a file into the form.

const file = /** @type {HTMLInputElement} */ (document.getElementById("record-file"));
const field = /** @type {HTMLTextAreaElement} */ (document.getElementById("record"));
file.closest("label")?.removeAttribute("hidden");

file.addEventListener("change", async () => {
  const chosen = file.files?.[0];
  if (!chosen) return;
  field.value = await chosen.text();
  field.form?.requestSubmit();
});

/** Saves a text as a file through the browser. */
export function download(text: string, file: { name: string; type: string }): void {
  const address = URL.createObjectURL(new Blob([text], { type: file.type }));
  const link = document.createElement("a");
  link.href = address;
  link.download = file.name;
  link.click();
  // Some browsers read the address only after the click has been handled.
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}

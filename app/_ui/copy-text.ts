/**
 * Copies a text. Browsers provide the clipboard API only over HTTPS and may deny it in a frame. The
 * fallback selects the text and copies the selection, without moving the focus.
 *
 * @returns whether the text was copied
 */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return copySelected(text);
  }
}

function copySelected(text: string): boolean {
  const copied = document.createElement('span');
  copied.textContent = text;
  copied.className = 'sr-only';
  // While a modal dialog is open, only text inside the dialog can be selected.
  (document.querySelector('dialog[open]') ?? document.body).append(copied);
  const plain = (event: ClipboardEvent) => {
    event.clipboardData?.setData('text/plain', text);
    event.preventDefault();
  };
  document.addEventListener('copy', plain);
  getSelection()?.selectAllChildren(copied);
  try {
    return document.execCommand('copy');
  } finally {
    document.removeEventListener('copy', plain);
    copied.remove();
  }
}

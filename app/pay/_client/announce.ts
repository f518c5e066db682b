/** Says something to screen readers, after whatever they are saying. */
export function announce(text: string): void {
  const line = document.getElementById('say');
  if (line) line.textContent = text;
}

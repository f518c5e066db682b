/** A decimal number as users type it: a comma is read as a point, if there is no other. */
export function readDecimal(text: string): string {
  return text
    .trim()
    .replace(/[\s\u00a0\u2009\u202f_]/g, '')
    .replace(/^(\d+),(\d+)$/, '$1.$2');
}

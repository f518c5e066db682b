/** The content of the page, which screen readers know as a landmark. */
export function mainLandmark(): HTMLElement | null {
  return document.querySelector('main');
}

/** Returns the main content of the page, a landmark for screen readers. */
export function mainLandmark(): HTMLElement | null {
  return document.querySelector('main');
}

export function mainLandmark(): HTMLElement | null {
  return document.querySelector('main');
}

/**
 * Whether a dialog, sheet or menu with the keyboard focus is open above an element, or above the
 * page without one. A dialog, sheet or menu that contains the element does not count.
 */
export function isCovered(element: Element | null = null): boolean {
  const layers = document.querySelectorAll('[role="dialog"], [role="menu"]');
  return [...layers].some((layer) => !layer.contains(element));
}

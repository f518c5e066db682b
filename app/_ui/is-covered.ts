/**
 * Whether a dialog, sheet or menu is open above an element, or above the page if there is none: it
 * has the keyboard then. The one that contains the element is not above it.
 */
export function isCovered(element: Element | null = null): boolean {
  const layers = document.querySelectorAll('[role="dialog"], [role="menu"]');
  return [...layers].some((layer) => !layer.contains(element));
}

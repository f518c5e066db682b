/**
 * Whether an open dialog, sheet or menu with the keyboard focus covers an element, or the page if
 * no element is given. A dialog, sheet or menu that contains the element does not count.
 */
export function isCovered(element: Element | null = null): boolean {
  const layers = document.querySelectorAll('[role="dialog"], [role="menu"]');
  return [...layers].some((layer) => !layer.contains(element));
}

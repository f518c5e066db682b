/**
 * Whether an open dialog, sheet or menu that has the keyboard focus covers an element or, without
 * an element, the page. A dialog, sheet or menu that contains the element does not cover it.
 */
export function isCovered(element: Element | null = null): boolean {
  const layers = document.querySelectorAll('[role="dialog"], [role="menu"]');
  return [...layers].some((layer) => !layer.contains(element));
}

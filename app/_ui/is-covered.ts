/**
 * Whether an open dialog, sheet or menu that has the keyboard focus covers an element. Without an
 * element, returns whether it covers the page. One that contains the element does not count.
 */
export function isCovered(element: Element | null = null): boolean {
  const layers = document.querySelectorAll('[role="dialog"], [role="menu"]');
  return [...layers].some((layer) => !layer.contains(element));
}

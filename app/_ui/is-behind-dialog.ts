/**
 * Whether an open dialog, sheet or menu covers an element, or the page if no element is given. A
 * layer does not cover the elements inside it.
 */
export function isBehindDialog(element: Element | null = null): boolean {
  const layers = document.querySelectorAll('[role="dialog"], [role="menu"]');
  return [...layers].some((layer) => !layer.contains(element));
}

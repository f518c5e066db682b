import type { ElementContent } from 'hast';

/** The text of an element, without its markup. */
export function textOf(node: ElementContent | undefined): string {
  if (node?.type === 'text') return node.value;
  return node?.type === 'element' ? node.children.map(textOf).join('') : '';
}

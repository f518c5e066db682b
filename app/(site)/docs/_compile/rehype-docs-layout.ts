import type { Element, ElementContent, Root } from 'hast';
import { visit } from 'unist-util-visit';
import { nodeText } from './node-text';

/**
 * A Rehype plugin that removes `.md` from links, adds anchors to headings, and gives scrolling code
 * and tables an accessible name.
 */
export function rehypeDocsLayout() {
  return (tree: Root) => {
    let count = 0;
    visit(tree, (node) => {
      delete node.position;
      delete node.data;
    });
    visit(tree, 'element', (element, _at, parent) => {
      const { tagName, properties } = element;
      if (tagName === 'a') {
        properties.href = String(properties.href).replace(/^(\/docs[^#]*)\.md/, '$1');
      }
      if (/^h[2-4]$/.test(tagName)) element.children.push(anchorOf(element));
      if (tagName === 'pre') {
        element.properties = { 'data-label': `code ${++count} of this page` };
        element.children = element.children.flatMap(lightened);
      }
      if (tagName === 'table') {
        properties['data-label'] = `table ${++count} of this page`;
        if (listsFields(element)) properties.className = ['fields'];
      }
      if (tagName === 'code' && parent?.type === 'element' && parent.tagName !== 'pre') {
        element.children = element.children.flatMap(breakable);
      }
      if (tagName === 'th' && element.children.length === 0) element.tagName = 'td';
    });
  };
}

function anchorOf(heading: Element): Element {
  const properties = {
    href: `#${heading.properties.id}`,
    'aria-label': `Link to "${nodeText(heading)}"`,
    className: ['anchor'],
  };
  return { type: 'element', tagName: 'a', properties, children: [{ type: 'text', value: '#' }] };
}

/** Lets a narrow screen break the line after each underscore. */
function breakable(node: ElementContent): ElementContent[] {
  if (node.type !== 'text') return [node];
  const wbr: ElementContent = { type: 'element', tagName: 'wbr', properties: {}, children: [] };
  const parts = node.value.split(/(?<=_)(?=.)/);
  return parts.flatMap((value, at) => [...(at > 0 ? [wbr] : []), { type: 'text', value }]);
}

/** Whether a table has the columns of a field list: name, type and meaning. */
function listsFields(table: Element): boolean {
  const heads: string[] = [];
  visit(table, { type: 'element', tagName: 'th' }, (head) => void heads.push(nodeText(head)));
  return heads.length === 3 && heads[1] === 'type' && heads[2] === '';
}

/** Replaces the highlighter's style attributes with classes, and unwraps text without a color. */
function lightened(node: ElementContent): ElementContent[] {
  if (node.type !== 'element') return [node];
  const children = node.children.flatMap(lightened);
  const style = String(node.properties.style ?? '');
  const [, token] = /var\(--code-token-([a-z-]+)\)/.exec(style) ?? [];
  if (node.tagName === 'span' && token === undefined) return children;
  const properties = token === undefined ? {} : { className: [`code-${token}`] };
  return [{ ...node, properties, children }];
}

import type { Element, ElementContent, Root } from 'hast';
import { visit } from 'unist-util-visit';
import { siteLink } from './links';
import { textOf } from './text-of';

export interface Place {
  /** The file of the text: its links are relative to it. */
  readonly file: string;
  /** Ends the names of the parts that scroll, so that each name is unique on its page. */
  readonly name: 'this page' | 'the examples';
}

/**
 * Rehype plugin: the site's links, anchors for headings, and names for the parts that scroll. Only the
 * text of a page has anchors, not its examples.
 */
export function layOut({ file, name }: Place) {
  return (tree: Root) => {
    let count = 0;
    visit(tree, (node) => {
      delete node.position;
      delete node.data;
    });
    visit(tree, 'element', (element, _at, parent) => {
      const { tagName, properties } = element;
      if (tagName === 'a') setLink(element, file);
      if (/^h[1-6]$/.test(tagName)) setAnchor(element, name === 'this page');
      if (tagName === 'pre') {
        element.properties = { 'data-label': `code ${++count} of ${name}` };
        element.children = element.children.flatMap(lightened);
      }
      if (tagName === 'table') {
        if (isFieldList(element)) Object.assign(element, fieldList(element));
        else properties['data-label'] = `table ${++count} of ${name}`;
      }
      if (tagName === 'code' && parent?.type === 'element' && parent.tagName !== 'pre') {
        element.children = element.children.flatMap(breakable);
      }
      if (tagName === 'th' && element.children.length === 0) element.tagName = 'td';
      else if (tagName === 'th') properties.scope = 'col';
    });
  };
}

function setLink(element: Element, file: string): void {
  const href = siteLink(file, String(element.properties.href));
  if (href === undefined) {
    element.tagName = 'span';
    element.properties = {};
  } else {
    element.properties.href = href;
  }
}

function setAnchor(element: Element, hasAnchors: boolean): void {
  const { id } = element.properties;
  if (!hasAnchors) delete element.properties.id;
  if (!hasAnchors || element.tagName === 'h1') return;
  const properties = {
    href: `#${id}`,
    'aria-label': `Link to "${textOf(element)}"`,
    className: ['anchor'],
  };
  const children: ElementContent[] = [{ type: 'text', value: '#' }];
  element.children.push({ type: 'element', tagName: 'a', properties, children });
}

/** Highlighted code: a class for each token, and no element for text without a color. */
function lightened(node: ElementContent): ElementContent[] {
  if (node.type !== 'element') return [node];
  const children = node.children.flatMap(lightened);
  const style = String(node.properties.style ?? '');
  const [, token] = /var\(--code-token-([a-z-]+)\)/.exec(style) ?? [];
  if (node.tagName === 'span' && token === undefined) return children;
  const properties = token === undefined ? {} : { className: [`code-${token}`] };
  return [{ ...node, properties, children }];
}

/** Code that can break after an underscore, for narrow screens. */
function breakable(node: ElementContent): ElementContent[] {
  if (node.type !== 'text') return [node];
  return node.value.split(/(?<=_)(?=.)/).flatMap((value, at): ElementContent[] => {
    const text = { type: 'text' as const, value };
    return at === 0
      ? [text]
      : [{ type: 'element', tagName: 'wbr', properties: {}, children: [] }, text];
  });
}

/** Whether a table lists fields: name, type and meaning. */
function isFieldList(table: Element): boolean {
  const [head] = rowsOf(table);
  const cells = head ? elementsOf(head) : [];
  return cells.length === 3 && textOf(cells[1]) === 'type' && textOf(cells[2]) === '';
}

/** A list of fields, each with its meaning below it, so that no column is too narrow for a name. */
function fieldList(table: Element): Element {
  const [, ...rows] = rowsOf(table);
  const fields = rows.map((row) => {
    const [name, type, meaning] = elementsOf(row).map(({ children }) => children);
    const term = made('dt', [made('span', name ?? []), made('span', type ?? [])]);
    const said = meaning?.length ? [made('dd', meaning)] : [];
    return made('div', [term, ...said]);
  });
  return made('dl', fields);
}

const made = (tagName: string, children: ElementContent[]): Element => ({
  type: 'element',
  tagName,
  properties: {},
  children,
});

const elementsOf = ({ children }: Element) => children.filter((one) => one.type === 'element');

const rowsOf = (table: Element) => elementsOf(table).flatMap(elementsOf);

import type { Element, Root } from 'hast';
import { visit } from 'unist-util-visit';
import { expect, test } from 'vitest';
import { compilePage } from './compile-docs';

const MARKDOWN = `# Refunds

See [keys](/docs/keys-and-wallets.md#the-gap-limit).

## How to \`refund_a_payment\`

\`\`\`sh
curl "https://pay.example" # a comment
\`\`\`

| name | type | |
| --- | --- | --- |
| \`amount\` | integer | What is paid. |

| status | meaning |
| --- | --- |
| 200 | done |

## Examples

\`\`\`sh
npm start
\`\`\`
`;

const compiled = compilePage({ path: 'reference/refunds.md', markdown: MARKDOWN });

function elements(tree: Root | undefined, tagName: string): Element[] {
  const found: Element[] = [];
  if (tree) visit(tree, { type: 'element', tagName }, (element) => void found.push(element));
  return found;
}

const classes = (tree: Root) =>
  elements(tree, 'span').flatMap(({ properties }) => properties.className ?? []);

test('a compiled page has a title, an outline, and its sections as plain text', async () => {
  const { title, toc, structuredData } = await compiled;
  expect(title).toBe('Refunds');
  expect(toc[0]).toMatchObject({
    title: 'How to refund_a_payment',
    url: '#how-to-refund_a_payment',
  });
  const ids = structuredData.headings.map(({ id }) => id);
  expect(ids).toEqual(['refunds', 'how-to-refund_a_payment', 'examples']);
  expect(structuredData.contents[0]?.content).toBe('See keys.');
});

test('HTML pages link to HTML pages, and Markdown pages link to Markdown pages', async () => {
  const { body, markdown } = await compiled;
  const links = elements(body, 'a').map(({ properties }) => properties.href);
  expect(links).toEqual(['/docs/keys-and-wallets#the-gap-limit', '#how-to-refund_a_payment']);
  expect(markdown).toContain('[keys](/docs/keys-and-wallets.md#the-gap-limit)');
});

test('code is highlighted by CSS classes, and each code block and table has a unique label', async () => {
  const { body, examples } = await compiled;
  expect(classes(body)).toEqual(expect.arrayContaining(['code-string-expression', 'code-comment']));
  const labels = [body, examples].flatMap((tree) =>
    ['pre', 'table'].flatMap((name) =>
      elements(tree, name).map((one) => one.properties['data-label']),
    ),
  );
  expect(labels).toEqual([
    'code 1 of this page',
    'table 2 of this page',
    'table 3 of this page',
    'code 4 of this page',
  ]);
});

test('only a table with the columns name, type and meaning is marked as a list of fields', async () => {
  const { body } = await compiled;
  const tables = elements(body, 'table').map(({ properties }) => properties.className);
  expect(tables).toEqual([['fields'], undefined]);
});

test('only API reference pages have their examples beside the text', async () => {
  expect(elements((await compiled).examples, 'pre')).toHaveLength(1);
  const page = await compilePage({ path: 'refunds.md', markdown: MARKDOWN });
  expect(page.examples).toBeUndefined();
});

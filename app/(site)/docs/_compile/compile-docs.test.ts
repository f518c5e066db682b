import type { Element, Root } from 'hast';
import { visit } from 'unist-util-visit';
import { expect, test } from 'vitest';
import { compilePage } from './compile-docs';

const MARKDOWN = `# Refunds

See [keys](keys-and-wallets.md#the-gap-limit) and [the code](../ARCHITECTURE.md).

## How to \`refund_a_payment\`

\`\`\`sh
curl "https://pay.example" # a comment
\`\`\`

| field | type | |
| --- | --- | --- |
| \`amount\` | integer | What is paid. |

| status | meaning |
| --- | --- |
| 200 | done |
`;

const compiled = compilePage({
  path: '/docs/refunds',
  label: 'Refunds',
  group: 'Build',
  file: 'docs/refunds.md',
  markdown: MARKDOWN,
  aside: '## Request\n\n```sh\nnpm start\n```',
});

function elements(tree: Root | undefined, tagName: string): Element[] {
  const found: Element[] = [];
  if (tree) visit(tree, { type: 'element', tagName }, (element) => void found.push(element));
  return found;
}

const classes = (tree: Root) =>
  elements(tree, 'span').flatMap(({ properties }) => properties.className ?? []);

test('a page has its title, its outline, and its sections in plain text', async () => {
  const { title, outline, sections } = await compiled;
  expect(title).toBe('Refunds');
  expect(outline).toEqual([
    { title: 'How to refund_a_payment', url: '#how-to-refund_a_payment', depth: 2 },
  ]);
  expect(sections.map(({ id }) => id)).toEqual(['refunds', 'how-to-refund_a_payment']);
  expect(sections[0]?.text).toBe('See keys and the code.');
});

test('a link to a page leads to it; a link to any other file becomes plain text', async () => {
  const { body } = await compiled;
  const links = elements(body, 'a').map(({ properties }) => properties.href);
  expect(links).toEqual(['/docs/keys-and-wallets#the-gap-limit', '#how-to-refund_a_payment']);
});

test('code is highlighted by classes, and each scrolling element has its own name', async () => {
  const { body, aside } = await compiled;
  expect(classes(body)).toEqual(expect.arrayContaining(['code-string-expression', 'code-comment']));
  const labels = [body, aside].flatMap((tree) =>
    ['pre', 'table'].flatMap((name) =>
      elements(tree, name).map((one) => one.properties['data-label']),
    ),
  );
  expect(labels).toEqual(['code 1 of this page', 'table 2 of this page', 'code 1 of the examples']);
});

test('fields are a description list, and only the text of a page has anchors', async () => {
  const { body, aside } = await compiled;
  expect(elements(body, 'dt')).toHaveLength(1);
  expect(elements(aside, 'h2')[0]?.properties.id).toBeUndefined();
});

test('the Markdown holds text and examples, and its links lead to Markdown', async () => {
  const { markdown } = await compiled;
  expect(markdown).toContain('[keys](/docs/keys-and-wallets.md#the-gap-limit)');
  expect(markdown).toContain('## Example: Request\n\n```sh\nnpm start\n```');
});

import { expect, test } from 'vitest';
import { rewriteLinksForSite } from './links';

test.each([
  ['docs/api.md', 'webhooks.md', '/docs/webhooks.md'],
  ['docs/api.md', 'errors/not_found.md#when', '/docs/errors/not_found.md#when'],
  ['docs/errors/not_found.md', '../api.md', '/docs/api.md'],
  ['docs/quickstart.md', 'README.md', '/docs.md'],
  ['docs/README.md', 'errors/', '/docs/errors.md'],
  ['docs/api.md', '#keys', '#keys'],
  ['docs/api.md', 'https://example.com/x.md', 'https://example.com/x.md'],
  ['docs/samples.md', '../sdk/README.md#install', '/docs/client.md#install'],
  ['sdk/README.md', '../docs/errors/', '/docs/errors.md'],
  ['examples/shop/README.md', '../../sdk/README.md', '/docs/client.md'],
  ['docs/webhooks.md', '../app/dashboard/webhooks/test/page.tsx', '/dashboard/webhooks/test'],
  ['docs/reference/objects.md', '/docs/errors', '/docs/errors.md'],
  ['docs/reference/index.md', '/v1/openapi.json', '/v1/openapi.json'],
])('in %s, the link %s becomes a link to %s', (from, target, link) => {
  expect(rewriteLinksForSite(from, `See [a \`b\`](${target}).`)).toBe(`See [a \`b\`](${link}).`);
});

test('a link to a file without a page on the site becomes plain text', () => {
  const text =
    'Read the [changelog](../CHANGELOG.md), [why `x`](decisions/0001-scan.md) and [more](decisions/).';
  expect(rewriteLinksForSite('docs/api.md', text)).toBe('Read the changelog, why `x` and more.');
});

test('code that looks like a link stays as it is', () => {
  const text = 'Not `[a](b.md)`:\n\n```js\nhandlers[type](event);\n```\n';
  expect(rewriteLinksForSite('docs/api.md', text)).toBe(text);
});

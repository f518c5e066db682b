import { expect, test } from 'vitest';
import { servedMarkdown, siteLink } from './links';

test.each([
  ['docs/api.md', 'webhooks.md', '/docs/webhooks'],
  ['docs/api.md', 'errors/not_found.md#when', '/docs/errors/not_found#when'],
  ['docs/errors/not_found.md', '../api.md', '/docs/api'],
  ['docs/quickstart.md', 'README.md', '/docs'],
  ['docs/README.md', 'errors/', '/docs/errors'],
  ['docs/api.md', '#keys', '#keys'],
  ['docs/api.md', 'https://example.com/x.md', 'https://example.com/x.md'],
  ['docs/api.md', '../ARCHITECTURE.md', undefined],
  ['docs/samples.md', '../sdk/README.md#install', '/docs/client#install'],
  ['sdk/README.md', '../docs/errors/', '/docs/errors'],
  ['examples/shop/README.md', '../../sdk/README.md', '/docs/client'],
  ['docs/webhooks.md', '../app/dashboard/webhooks/test/page.tsx', '/dashboard/webhooks/test'],
])('in %s, %s leads to %s', (from, target, link) => {
  expect(siteLink(from, target)).toBe(link);
});

test('links in standalone Markdown lead to Markdown, at every address that serves it', () => {
  const text = 'See [a](webhooks.md#tries), [b](#here), [c](https://example.com), [d](README.md).';
  expect(servedMarkdown('docs/api.md', text)).toBe(
    'See [a](/docs/webhooks.md#tries), [b](#here), [c](https://example.com), [d](/docs.md).',
  );
  const page = 'See [e](../app/dashboard/webhooks/test/page.tsx).';
  expect(servedMarkdown('docs/webhooks.md', page)).toBe('See [e](/dashboard/webhooks/test).');
});

test('standalone Markdown has no link to a file that the site does not serve', () => {
  const text = 'Read the [changelog](../CHANGELOG.md) and [why `x`](decisions/0001-scan.md).';
  expect(servedMarkdown('docs/api.md', text)).toBe('Read the changelog and why `x`.');
});

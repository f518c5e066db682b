import { expect, test } from 'vitest';
import { findDocPageFaults } from './docs.mjs';

const checkout = {
  known: new Set(['README.md', 'docs', 'docs/api.md', 'docs/errors', 'lib', 'lib/env.ts']),
  read: () => '## Life',
  scripts: { verify: 'node scripts/verify.mjs' },
};
const about = (text: string) => findDocPageFaults('docs/api.md', text, checkout);

test.each([
  'See [the start](../START.md).',
  'See [above](#no-such-heading).',
  'See [the start](../README.md#death).',
  'It is read in `lib/environment.ts`.',
  'Pages are `docs/problems/<code>.md`.',
  'Run `npm run check`.',
  'Run `npm run -s check`.',
])('a broken reference in a docs page is reported: %s', (text) => {
  expect(about(text)).toHaveLength(1);
});

test('docs pages may contain links, paths, placeholders and headings that exist, and any text in code blocks', () => {
  const text = `# The API: first steps
See [the start](../README.md), [life](../README.md#life), [here](#the-api-first-steps), \`lib/env.ts\`, \`lib/\` and
\`docs/errors/<code>.md\`; [elsewhere](https://example.com/x); run \`npm run verify\` or
\`npm run -s verify\`.
\`\`\`
[x](nowhere.md) \`lib/nothing.ts\`
\`\`\`
`;
  expect(about(text)).toEqual([]);
});

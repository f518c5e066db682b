import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

test('the page about embedding shows the React example unchanged', () => {
  const example = readFileSync('examples/react/pay-link.tsx', 'utf8');
  expect(readFileSync('docs/embed.md', 'utf8')).toContain(`\`\`\`tsx\n${example}\`\`\``);
});

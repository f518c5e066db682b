import { readFileSync } from 'node:fs';
import path from 'node:path';
import { getTableOfContents } from 'fumadocs-core/content/toc';
import { expect, it } from 'vitest';
import { CHAIN_CONDITIONS } from '@/lib/domain/chain-condition';
import { conditionWords } from './condition-words';

const words = (condition: (typeof CHAIN_CONDITIONS)[number]) =>
  conditionWords(condition, { network: 'signet', source: 'bitcoind', lag_blocks: 12 });

it('every chain condition that needs action has instructions and a link to an existing runbook', () => {
  const operations = readFileSync(path.resolve('docs/operations.md'), 'utf8');
  const anchors = getTableOfContents(operations).map(({ url }) => url);
  for (const condition of CHAIN_CONDITIONS) {
    const { tone, todo, runbook } = words(condition);
    if (tone !== 'failed' && tone !== 'pending') continue;
    expect([condition, todo]).toEqual([condition, expect.stringMatching(/\.$/)]);
    expect(anchors).toContain(`#${runbook}`);
  }
});

it('while the server follows a chain or catches up with it, the chain needs no action', () => {
  for (const condition of ['following', 'catching_up'] as const) {
    expect(words(condition).todo).toBeUndefined();
  }
  expect(words('catching_up').means).toContain('12 blocks behind');
});

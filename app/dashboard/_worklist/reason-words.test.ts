import { expect, test } from 'vitest';
import { REASON_WORDS } from './reason-words';

test.each(['overpaid', 'underpaid'] as const)(
  'the money of an %s payment waits for its own confirmations, which no status tells',
  (reason) => {
    expect(REASON_WORDS[reason].todo).toContain('transactions are confirmed');
  },
);

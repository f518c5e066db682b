import { expect, test } from 'vitest';
import { REASON_WORDS } from './reason-words';

test.each(['overpaid', 'underpaid'] as const)(
  'the to-do for %s payments says to wait for confirmations',
  (reason) => {
    expect(REASON_WORDS[reason].todo).toContain('transactions are confirmed');
  },
);

import { expect, test } from 'vitest';
import { REASON_WORDS, todoOf } from './reason-words';

test.each(['overpaid', 'underpaid'] as const)(
  'the to-do for %s payments says to wait for confirmations',
  (reason) => {
    expect(REASON_WORDS[reason].todo).toContain('transactions are confirmed');
  },
);

test.each(['late', 'overpaid'] as const)(
  'the to-do for a confirmed %s payment does not say to wait for its confirmation',
  (reason) => {
    expect(todoOf(reason, 'detected')).toMatch(/[Uu]ntil|once/);
    expect(todoOf(reason, 'confirmed')).toMatch(/^The payment is confirmed: ship/);
  },
);

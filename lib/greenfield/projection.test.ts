import { expect, test } from 'vitest';
import type { PaymentFlag, PaymentStatus } from '@/lib/domain/payment';
import { type InvoiceFacts, type OutputFacts, toInvoiceState } from './projection';

const facts = (changes: Partial<InvoiceFacts>): InvoiceFacts => ({
  status: 'pending',
  flags: [],
  receivedSats: 0,
  requiredConfirmations: 2,
  outputs: [],
  tipHeight: 100,
  ...changes,
});

const output = (changes: Partial<OutputFacts>): OutputFacts => ({
  txid: 'ab',
  vout: 1,
  height: null,
  gone: false,
  replaced: false,
  ...changes,
});

const SOME = 1_000;

test.each<[PaymentStatus, PaymentFlag[], number, string, string]>([
  ['pending', [], 0, 'New', 'None'],
  ['pending', ['underpaid'], SOME, 'New', 'PaidPartial'],
  ['pending', ['replaced'], 0, 'New', 'None'],
  ['pending', ['underpaid', 'late', 'replaced'], SOME, 'New', 'PaidPartial'],
  ['detected', [], SOME, 'Processing', 'None'],
  ['detected', ['overpaid'], SOME, 'Processing', 'PaidOver'],
  ['detected', ['reorged'], SOME, 'Processing', 'None'],
  ['detected', ['late'], SOME, 'Expired', 'PaidLate'],
  ['detected', ['overpaid', 'late'], SOME, 'Expired', 'PaidLate'],
  ['confirmed', [], SOME, 'Settled', 'None'],
  ['confirmed', ['overpaid'], SOME, 'Settled', 'PaidOver'],
  ['confirmed', ['replaced'], SOME, 'Settled', 'None'],
  ['confirmed', ['late'], SOME, 'Expired', 'PaidLate'],
  ['confirmed', ['overpaid', 'late'], SOME, 'Expired', 'PaidLate'],
  ['expired', [], 0, 'Expired', 'None'],
  ['expired', ['underpaid'], SOME, 'Expired', 'PaidPartial'],
  ['expired', ['late', 'replaced'], 0, 'Expired', 'None'],
  ['canceled', [], 0, 'Expired', 'None'],
  ['canceled', ['underpaid'], SOME, 'Expired', 'PaidPartial'],
])(
  'the invoice of a %s payment with flags %j and %i sat is %s with %s',
  (status, flags, receivedSats, ...state) => {
    const { status: projected, additionalStatus } = toInvoiceState(
      facts({ status, flags, receivedSats }),
      null,
    );
    expect([projected, additionalStatus]).toEqual(state);
  },
);

test('a manual status overrides every status of an invoice, and changes no output', () => {
  for (const status of ['pending', 'detected', 'confirmed', 'expired', 'canceled'] as const) {
    for (const mark of ['Settled', 'Invalid'] as const) {
      const state = toInvoiceState(facts({ status, outputs: [output({ height: 99 })] }), mark);
      expect(state).toEqual({
        status: mark,
        additionalStatus: 'Marked',
        outputs: { 'ab-1': 'Settled' },
      });
    }
  }
});

test('a payment that ended unpaid after a double spend is Invalid, not Expired', () => {
  const lost = [output({ gone: true, replaced: true })];
  const projected = (changes: Partial<InvoiceFacts>) =>
    toInvoiceState(facts({ flags: ['replaced'], outputs: lost, ...changes }), null).status;
  expect(projected({ status: 'expired' })).toBe('Invalid');
  expect(projected({ status: 'pending' }), 'the customer may still pay').toBe('New');
  expect(projected({ status: 'confirmed', receivedSats: SOME }), 'a fee bump').toBe('Settled');
  expect(projected({ status: 'expired', receivedSats: SOME })).toBe('Expired');
  const vanished = [output({ gone: true })];
  expect(projected({ status: 'expired', outputs: vanished }), 'no conflict seen').toBe('Expired');
});

test('an output is settled at the required number of confirmations, and invalid once it no longer counts', () => {
  const outputs = [
    output({ vout: 0 }),
    output({ vout: 1, height: 100 }),
    output({ vout: 2, height: 99 }),
    output({ vout: 3, height: 99, gone: true }),
  ];
  expect(toInvoiceState(facts({ outputs }), null).outputs).toEqual({
    'ab-0': 'Processing',
    'ab-1': 'Processing',
    'ab-2': 'Settled',
    'ab-3': 'Invalid',
  });
  const unread = facts({ outputs, tipHeight: null });
  expect(toInvoiceState(unread, null).outputs['ab-2']).toBe('Processing');
});

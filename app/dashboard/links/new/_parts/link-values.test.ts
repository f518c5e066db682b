import { expect, test } from 'vitest';
import { DEFAULT_LINK_VALUES, type LinkValues, linkBody, linkValuesSchema } from './link-values';

const VALUES: LinkValues = {
  ...DEFAULT_LINK_VALUES,
  key: 'key_1',
  title: ' Tea ',
  amount: '125 000',
};

test('a payment link in satoshis is sent with a trimmed title and without empty fields', () => {
  expect(linkValuesSchema.safeParse(VALUES).success).toBe(true);
  expect(JSON.parse(JSON.stringify(linkBody(VALUES)))).toEqual({
    api_key_id: 'key_1',
    title: 'Tea',
    amount_sats: 125_000,
    expires_in: 3600,
    required_confirmations: 3,
  });
});

test('if the customer may choose the amount, the form sends the limits, and accepts a decimal comma in them', () => {
  const values: LinkValues = {
    ...VALUES,
    kind: 'free',
    currency: 'EUR',
    minimum: '2,50',
    maxPayments: '10',
    note: 'required',
    noteLabel: 'Your name',
  };
  expect(linkBody(values)).toMatchObject({
    free_amount: { currency: 'EUR', minimum: '2.50', maximum: undefined },
    max_payments: 10,
    payer_note: { label: 'Your name', required: true },
  });
  expect(linkBody(values)).not.toHaveProperty('amount_sats');
});

test('a payment link asks only for the customer details that were chosen', () => {
  expect(linkBody({ ...VALUES, askEmail: 'required' }).customer_fields).toEqual({
    name: undefined,
    email: 'required',
  });
  expect(linkBody(VALUES).customer_fields).toBeUndefined();
});

test('if a payment link asks for no note, the note’s label is neither checked nor sent', () => {
  const values: LinkValues = { ...VALUES, noteLabel: 'x'.repeat(300) };
  expect(linkValuesSchema.safeParse(values).success).toBe(true);
  expect(linkBody(values).payer_note).toBeUndefined();
});

test.each<[Partial<LinkValues>, string]>([
  [{ title: ' ' }, 'title'],
  [{ amount: '1.5' }, 'amount'],
  [{ amount: '5.555', currency: 'EUR' }, 'amount'],
  [{ kind: 'free', currency: 'EUR', minimum: 'x' }, 'minimum'],
  [{ maxPayments: '0' }, 'maxPayments'],
  [{ maxPayments: '10001' }, 'maxPayments'],
  [{ webhookUrl: 'shop.example' }, 'webhookUrl'],
  [{ note: 'optional', noteLabel: 'x'.repeat(300) }, 'noteLabel'],
  [{ expiresAt: '20271-12-01T12:00' }, 'expiresAt'],
])('a payment link with %j is refused at the field %s', (change, field) => {
  const parsed = linkValuesSchema.safeParse({ ...VALUES, ...change });
  expect(parsed.error?.issues.map(({ path }) => path.join())).toEqual([field]);
});

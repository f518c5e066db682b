import { expect, test } from 'vitest';
import { z } from 'zod';
import { moment } from './response-fields';
import { serializeView } from './serialize-view';

const schema = z.strictObject({
  id: z.string(),
  created_at: moment,
  paid_at: moment.nullable(),
  outputs: z.array(z.strictObject({ first_seen_at: moment, vout: z.int() })),
  last_fault: z.strictObject({ exit_code: z.int() }).nullable(),
  metadata: z.record(z.string(), z.string()),
  p95_ms: z.number(),
});

interface View {
  readonly p95Ms: number;
  readonly id: string;
  readonly createdAt: Date;
  readonly paidAt: Date | null;
  readonly outputs: readonly { readonly firstSeenAt: Date; readonly vout: number }[];
  readonly lastFault: { readonly exitCode: number } | null;
  readonly metadata: Readonly<Record<string, string>>;
}

const at = new Date('2026-01-02T03:04:05.678Z');
const view: View = {
  p95Ms: 12.5,
  id: 'a',
  createdAt: at,
  paidAt: null,
  outputs: [{ firstSeenAt: at, vout: 1 }],
  lastFault: { exitCode: 2 },
  metadata: { order_id: '7', OrderId: '8' },
};

test('a view is serialized with the names and order of its schema, at every depth', () => {
  expect(JSON.stringify(serializeView(schema, view))).toBe(
    JSON.stringify({
      id: 'a',
      created_at: '2026-01-02T03:04:05.678Z',
      paid_at: null,
      outputs: [{ first_seen_at: '2026-01-02T03:04:05.678Z', vout: 1 }],
      last_fault: { exit_code: 2 },
      metadata: { order_id: '7', OrderId: '8' },
      p95_ms: 12.5,
    }),
  );
  const other: View = { ...view, paidAt: at, lastFault: null };
  expect(serializeView(schema, other)).toMatchObject({
    paid_at: '2026-01-02T03:04:05.678Z',
    last_fault: null,
  });
});

test('a field outside the schema is never serialized, and the compiler rejects it', () => {
  const output = { firstSeenAt: at, vout: 1, script: '51' };
  // @ts-expect-error: the response has no `secret`
  const answer = serializeView(schema, { ...view, secret: 'x' });
  // @ts-expect-error: an output of the response has no `script`
  const nested = serializeView(schema, { ...view, outputs: [output] });
  expect(schema.safeParse(answer).success).toBe(true);
  expect(schema.safeParse(nested).success).toBe(true);
});

test('a view with a missing or differently typed field does not compile', () => {
  const { createdAt, ...rest } = view;
  // @ts-expect-error: `createdAt` is missing
  expect(() => serializeView(schema, rest)).toThrow();
  // @ts-expect-error: times in a view are Dates
  expect(() => serializeView(schema, { ...rest, createdAt: createdAt.toISOString() })).toThrow();
  // @ts-expect-error: `created_at` is never null
  expect(() => serializeView(schema, { ...rest, createdAt: null })).toThrow();
});

test('computed fields must have the types of the response, and the view must have all other fields', () => {
  const { lastFault, ...rest } = view;
  const made = { last_fault: { exit_code: 3 }, paid_at: '2026-01-02T03:04:05.678Z' };
  expect(serializeView(schema, rest, made)).toEqual({ ...serializeView(schema, view), ...made });
  // @ts-expect-error: `made` does not replace the other fields of the view
  expect(() => serializeView(schema, { id: 'a' }, { p95_ms: 1 })).toThrow();
  // @ts-expect-error: fields in `made` must have the types of the response
  serializeView(schema, rest, { last_fault: lastFault });
});

import fc from 'fast-check';

/** Which payment, transaction or address: counted round what there is when the step is played. */
type Which = number;

/** How much a customer sends, measured at what the payment asks for. */
export type Sum = 'exact' | 'least' | 'under' | 'over' | 'part' | 'rest';

export type Act =
  | {
      readonly kind: 'create';
      readonly amount: number;
      readonly ppm: number;
      readonly depth: number;
      readonly expiresIn: number;
      readonly webhook: boolean;
      /** A customer-provided address; null: the wallet's next one. */
      readonly address: Which | null;
      /** Sent with this Idempotency-Key. */
      readonly key: Which | null;
    }
  /** The last body of an Idempotency-Key again, or another body with it. */
  | { readonly kind: 'createAgain'; readonly key: Which; readonly other: boolean }
  | { readonly kind: 'cancel'; readonly payment: Which }
  | { readonly kind: 'pay'; readonly payment: Which; readonly sum: Sum }
  /** Money to a customer-provided address, whether or not a payment uses it. */
  | { readonly kind: 'payAddress'; readonly address: Which; readonly sats: number }
  | { readonly kind: 'replace'; readonly tx: Which; readonly to: 'same' | 'nowhere' }
  | { readonly kind: 'doubleSpend'; readonly tx: Which }
  | { readonly kind: 'mine'; readonly blocks: number }
  | {
      readonly kind: 'reorg';
      readonly depth: number;
      readonly remine: boolean;
      readonly drop: Which | null;
    }
  /** A reorg whose new chain confirms something else in place of a transaction. */
  | {
      readonly kind: 'rewrite';
      readonly depth: number;
      readonly tx: Which;
      readonly to: 'same' | 'nowhere';
      readonly blocks: number;
    }
  | { readonly kind: 'wait'; readonly ms: number }
  /** To a payment's expiry, or so many milliseconds before or after. */
  | { readonly kind: 'waitForExpiry'; readonly payment: Which; readonly ms: number }
  /** A server process is killed and started: what its source kept in memory is lost. */
  | { readonly kind: 'restart'; readonly process: 0 | 1 }
  | { readonly kind: 'outage'; readonly callsLeft: number; readonly failures: number };

/** Who reads the chain after the act: nobody (the servers are down), one process, or both at once. */
export type Readers = 'none' | 'first' | 'second' | 'both';

export interface Step {
  readonly act: Act;
  readonly readers: Readers;
}

const which = fc.nat({ max: 11 });
/** One time in two. */
const maybe = fc.option(which, { freq: 2 });
const to = fc.constantFrom('same' as const, 'nowhere' as const);
const address = fc.constantFrom(0, 0, 0, 1, 2);
const key = fc.nat({ max: 1 });
const DAY_MS = 86_400_000;

const create = fc.record({
  kind: fc.constant('create' as const),
  amount: fc.oneof(fc.constantFrom(1, 1_000, 100_000), fc.integer({ min: 600, max: 300_000 })),
  ppm: fc.oneof(fc.constant(0), fc.constantFrom(1, 1_000, 10_000), fc.nat({ max: 10_000 })),
  depth: fc.constantFrom(1, 1, 2, 2, 3, 4, 5, 6),
  expiresIn: fc.constantFrom(300, 3_600, 86_400),
  webhook: fc.boolean(),
  address: fc.option(address, { freq: 2 }),
  key: fc.option(key, { freq: 2 }),
});

const ACTS: readonly (readonly [number, fc.Arbitrary<Act>])[] = [
  [5, create],
  [1, fc.record({ kind: fc.constant('createAgain' as const), key, other: fc.boolean() })],
  [2, fc.record({ kind: fc.constant('cancel' as const), payment: which })],
  [
    10,
    fc.record({
      kind: fc.constant('pay' as const),
      payment: which,
      sum: fc.constantFrom<Sum[]>('exact', 'exact', 'least', 'under', 'over', 'part', 'rest'),
    }),
  ],
  [
    1,
    fc.record({
      kind: fc.constant('payAddress' as const),
      address,
      sats: fc.integer({ min: 600, max: 200_000 }),
    }),
  ],
  [
    4,
    fc.record({
      kind: fc.constant('replace' as const),
      tx: which,
      to,
    }),
  ],
  [1, fc.record({ kind: fc.constant('doubleSpend' as const), tx: which })],
  [
    6,
    fc.record({
      kind: fc.constant('mine' as const),
      blocks: fc.oneof(
        { weight: 12, arbitrary: fc.integer({ min: 1, max: 7 }) },
        { weight: 1, arbitrary: fc.constant(60) },
      ),
    }),
  ],
  [
    5,
    fc.record({
      kind: fc.constant('reorg' as const),
      depth: fc.integer({ min: 1, max: 12 }),
      remine: fc.boolean(),
      drop: maybe,
    }),
  ],
  [
    3,
    fc.record({
      kind: fc.constant('rewrite' as const),
      depth: fc.integer({ min: 1, max: 12 }),
      tx: which,
      to,
      blocks: fc.integer({ min: 1, max: 4 }),
    }),
  ],
  [
    4,
    fc.record({
      kind: fc.constant('wait' as const),
      ms: fc.constantFrom(1, 58_000, 59_999, 60_000, 61_000, 300_000, DAY_MS, 31 * DAY_MS),
    }),
  ],
  [
    2,
    fc.record({
      kind: fc.constant('waitForExpiry' as const),
      payment: which,
      ms: fc.constantFrom(-1, 0, 1),
    }),
  ],
  [
    1,
    fc.record({
      kind: fc.constant('restart' as const),
      process: fc.constantFrom(0 as const, 1 as const),
    }),
  ],
  [
    1,
    fc.record({
      kind: fc.constant('outage' as const),
      callsLeft: fc.nat({ max: 12 }),
      failures: fc.integer({ min: 1, max: 3 }),
    }),
  ],
];

const READERS = fc.oneof(
  { weight: 5, arbitrary: fc.constant<Readers>('first') },
  { weight: 2, arbitrary: fc.constant<Readers>('second') },
  { weight: 1, arbitrary: fc.constant<Readers>('both') },
  { weight: 5, arbitrary: fc.constant<Readers>('none') },
);

const KINDS = [
  'create',
  'createAgain',
  'cancel',
  'pay',
  'payAddress',
  'replace',
  'doubleSpend',
  'mine',
  'reorg',
  'rewrite',
  'wait',
  'waitForExpiry',
  'restart',
  'outage',
] as const satisfies readonly Act['kind'][];

/** Anything that may happen to a shop, in any order, once it has a payment. */
export function sequences(maxSteps: number): fc.Arbitrary<Step[]> {
  const act = fc.oneof(...ACTS.map(([weight, arbitrary]) => ({ weight, arbitrary })));
  const first = fc.record({ act: create, readers: READERS });
  const step = fc.record({ act, readers: READERS });
  const others = fc.array(step, { maxLength: 2 * maxSteps, size: 'max' });
  // Each sequence knows only some kinds of acts: rare ones meet more often.
  const kinds = fc.subarray([...KINDS], { minLength: 4 });
  return fc.noBias(fc.tuple(first, others, kinds)).map(([one, more, known]) => {
    const steps = [one, ...more.filter((next) => known.includes(next.act.kind))];
    return steps.slice(0, maxSteps);
  });
}

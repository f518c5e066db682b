import fc from 'fast-check';
import { CURRENCIES } from './prices';
import type { EventType } from './reference-payment';
import { REPLIES, type ReplyName } from './replies';
import type { Action, Sum } from './steps';

const which = fc.nat({ max: 11 });
/** Half of the time. */
const maybe = fc.option(which, { freq: 2 });
const to = fc.constantFrom('same' as const, 'nowhere' as const);
const address = fc.constantFrom(0, 0, 0, 1, 2);
const key = fc.nat({ max: 1 });
const either = fc.constantFrom(0 as const, 1 as const);
const DAY_MS = 86_400_000;
const EVENT_TYPES: EventType[] = [
  'payment.detected',
  'payment.confirmed',
  'payment.expired',
  'payment.canceled',
  'payment.underpaid',
  'payment.reverted',
];

export const create = fc.record({
  kind: fc.constant('create' as const),
  amount: fc.oneof(fc.constantFrom(1, 1_000, 100_000), fc.integer({ min: 600, max: 300_000 })),
  ppm: fc.oneof(fc.constant(0), fc.constantFrom(1, 1_000, 10_000), fc.nat({ max: 10_000 })),
  depth: fc.constantFrom(1, 1, 2, 2, 3, 4, 5, 6),
  expiresIn: fc.constantFrom(300, 3_600, 86_400),
  hook: fc.option(fc.nat({ max: 3 }), { freq: 4 }),
  address: fc.option(address, { freq: 2 }),
  key: fc.option(key, { freq: 2 }),
  price: fc.option(
    fc.record({
      units: fc.integer({ min: 1, max: 20_000 }),
      currency: fc.constantFrom(...CURRENCIES),
    }),
    { freq: 2 },
  ),
  said: fc.option(fc.nat({ max: 2 }), { freq: 2 }),
});

const LOUD = Object.keys(REPLIES).filter((name) => name !== 'silent') as ReplyName[];

const dispatch = fc.record({
  kind: fc.constant('dispatch' as const),
  process: fc.constantFrom(0 as const, 1 as const, 'both' as const),
  times: fc.constantFrom(1, 1, 2, 8),
  random: fc.constantFrom(0, 0.5, 1),
});

const lost = fc.constantFrom('request' as const, 'answer' as const);

/**
 * A create or a read sends some 20 to 50 messages to its database, each attempt of a webhook some
 * 20.
 */
const moment = fc.oneof(
  fc.record({ of: fc.constant('messages' as const), after: fc.nat({ max: 60 }), lost }),
  fc.record({ of: fc.constant('commits' as const), after: fc.constantFrom(0, 0, 1, 2, 3), lost }),
);

const kill = fc.record({
  kind: fc.constant('kill' as const),
  process: either,
  work: fc.oneof(
    {
      weight: 3,
      arbitrary: fc.record({ kind: fc.constant('read' as const), blocks: fc.nat({ max: 3 }) }),
    },
    { weight: 4, arbitrary: fc.constant({ kind: 'dispatch' as const }) },
    { weight: 3, arbitrary: create },
    {
      weight: 1,
      arbitrary: fc.record({ kind: fc.constant('cancel' as const), payment: which }),
    },
  ),
  beside: fc.boolean(),
  moment,
});

export const ACTIONS: readonly (readonly [number, fc.Arbitrary<Action>])[] = [
  [5, create],
  [1, fc.record({ kind: fc.constant('createAgain' as const), key, other: fc.boolean() })],
  [1, fc.record({ kind: fc.constant('rates' as const), table: which })],
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
      process: either,
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
  [
    5,
    fc.record({
      kind: fc.constant('sell' as const),
      hooks: fc.array(fc.nat({ max: 3 }), { minLength: 1, maxLength: 4 }),
      amount: fc.integer({ min: 600, max: 300_000 }),
    }),
  ],
  [8, dispatch],
  [
    5,
    fc.record({
      kind: fc.constant('answer' as const),
      hook: maybe,
      reply: fc.oneof(
        { weight: 15, arbitrary: fc.constantFrom<ReplyName[]>('broken', 'empty') },
        { weight: 24, arbitrary: fc.constantFrom(...LOUD) },
        { weight: 1, arbitrary: fc.constant<ReplyName>('silent') },
      ),
    }),
  ],
  [
    4,
    fc.record({
      kind: fc.constant('waitForAttempt' as const),
      delivery: which,
      ms: fc.constantFrom(-1, 0, 0, 1),
    }),
  ],
  [2, fc.record({ kind: fc.constant('resend' as const), delivery: maybe })],
  [
    1,
    fc.record({
      kind: fc.constant('rotateSecret' as const),
      overlapS: fc.constantFrom(0, 60, 3_600, 86_400),
    }),
  ],
  [
    2,
    fc.record({
      kind: fc.constant('choose' as const),
      types: fc.oneof(fc.constant(EVENT_TYPES), fc.subarray(EVENT_TYPES)),
    }),
  ],
  [3, kill],
];

export const KINDS = [
  'create',
  'createAgain',
  'rates',
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
  'sell',
  'dispatch',
  'answer',
  'waitForAttempt',
  'resend',
  'rotateSecret',
  'choose',
  'kill',
] as const satisfies readonly Action['kind'][];

/** The steps that get many deliveries sent. */
export const SENDING = [
  'sell',
  'dispatch',
  'answer',
  'waitForAttempt',
] as const satisfies readonly Action['kind'][];

import fc from 'fast-check';
import { addressIndex, createAction, keyIndex } from './actions-create';
import { killAction } from './actions-kill';
import { clickAction, crowdAction, deactivateAction, makeLinkAction } from './actions-links';
import { dropRefundAction, payRefundAction, refundAction } from './actions-refunds';
import type { EventType } from './reference-payment';
import { REPLIES, type ReplyName } from './replies';
import type { Action, PaidShare } from './steps';
import { anyIndex, eitherProcess, maybeIndex } from './which';

const to = fc.constantFrom('same' as const, 'nowhere' as const);
const DAY_MS = 86_400_000;
const EVENT_TYPES: EventType[] = [
  'payment.detected',
  'payment.confirmed',
  'payment.expired',
  'payment.canceled',
  'payment.underpaid',
  'payment.reverted',
  'refund.created',
  'refund.sent',
  'refund.confirmed',
];

const LOUD = Object.keys(REPLIES).filter((name) => name !== 'silent') as ReplyName[];

const dispatch = fc.record({
  kind: fc.constant('dispatch' as const),
  process: fc.constantFrom(0 as const, 1 as const, 'both' as const),
  times: fc.constantFrom(1, 1, 2, 8),
  random: fc.constantFrom(0, 0.5, 1),
});

export const ACTIONS: readonly (readonly [number, fc.Arbitrary<Action>])[] = [
  [5, createAction],
  [1, fc.record({ kind: fc.constant('createAgain' as const), key: keyIndex, other: fc.boolean() })],
  [1, fc.record({ kind: fc.constant('rates' as const), table: anyIndex })],
  [2, fc.record({ kind: fc.constant('cancel' as const), payment: anyIndex })],
  [
    10,
    fc.record({
      kind: fc.constant('pay' as const),
      payment: anyIndex,
      sum: fc.constantFrom<PaidShare[]>('exact', 'exact', 'least', 'under', 'over', 'part', 'rest'),
    }),
  ],
  [
    1,
    fc.record({
      kind: fc.constant('payAddress' as const),
      address: addressIndex,
      sats: fc.integer({ min: 600, max: 200_000 }),
    }),
  ],
  [
    4,
    fc.record({
      kind: fc.constant('replace' as const),
      tx: anyIndex,
      to,
    }),
  ],
  [1, fc.record({ kind: fc.constant('doubleSpend' as const), tx: anyIndex })],
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
      drop: maybeIndex,
    }),
  ],
  [
    3,
    fc.record({
      kind: fc.constant('rewrite' as const),
      depth: fc.integer({ min: 1, max: 12 }),
      tx: anyIndex,
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
      payment: anyIndex,
      ms: fc.constantFrom(-1, 0, 1),
    }),
  ],
  [
    1,
    fc.record({
      kind: fc.constant('restart' as const),
      process: eitherProcess,
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
      hook: maybeIndex,
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
      delivery: anyIndex,
      ms: fc.constantFrom(-1, 0, 0, 1),
    }),
  ],
  [2, fc.record({ kind: fc.constant('resend' as const), delivery: maybeIndex })],
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
  [1, fc.record({ kind: fc.constant('defaultHook' as const), hook: maybeIndex })],
  [2, fc.record({ kind: fc.constant('pause' as const), hook: fc.nat({ max: 3 }) })],
  [2, fc.record({ kind: fc.constant('resume' as const), hook: fc.nat({ max: 3 }) })],
  [
    3,
    fc.record({
      kind: fc.constant('addEndpoint' as const),
      hook: fc.nat({ max: 3 }),
      types: fc.subarray(EVENT_TYPES, { minLength: 1 }),
    }),
  ],
  [1, fc.record({ kind: fc.constant('removeEndpoint' as const), hook: fc.nat({ max: 3 }) })],
  [3, fc.record({ kind: fc.constant('accept' as const), payment: anyIndex })],
  [5, refundAction],
  [6, payRefundAction],
  [1, dropRefundAction],
  [3, makeLinkAction],
  [8, clickAction],
  [2, crowdAction],
  [1, deactivateAction],
  [3, killAction],
];

export const ACTION_KINDS = [
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
  'defaultHook',
  'pause',
  'resume',
  'addEndpoint',
  'removeEndpoint',
  'accept',
  'refund',
  'payRefund',
  'dropRefund',
  'makeLink',
  'click',
  'crowd',
  'deactivate',
  'kill',
] as const satisfies readonly Action['kind'][];

export const DELIVERY_ACTIONS = [
  'sell',
  'dispatch',
  'answer',
  'waitForAttempt',
  'pause',
  'resume',
  'addEndpoint',
] as const satisfies readonly Action['kind'][];

/** For sequences in which clicks create many payments. */
export const LINK_ACTIONS = [
  'makeLink',
  'click',
  'crowd',
  'pay',
] as const satisfies readonly Action['kind'][];

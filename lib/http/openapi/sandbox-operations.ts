import type { ProblemCode } from '@/lib/domain/problems';
import { doubleSpendBody, mineBody, payBody, reorgBody, replaceBody } from '../operations/sandbox';
import { type DocumentedOperation, EVERYWHERE, OF_A_BODY } from './documented-operation';
import { doubleSpentSchema, minedSchema, reorganisedSchema, sentSchema } from './sandbox-schemas';

const PROBLEMS: readonly ProblemCode[] = [...EVERYWHERE, ...OF_A_BODY, 'sandbox_only'];

type Described = Pick<
  DocumentedOperation,
  'path' | 'id' | 'summary' | 'description' | 'body' | 'answers' | 'problems'
>;

const DESCRIBED: readonly Described[] = [
  {
    path: '/v1/sandbox/pay',
    id: 'sandboxPay',
    summary: 'Pay a payment',
    description:
      'Sends coins of the sandbox to a payment; they wait in the mempool. Less, more, twice or too late: as you say.',
    body: { schema: payBody, required: true },
    answers: { 200: { description: 'The transaction.', schema: sentSchema } },
    problems: [...PROBLEMS, 'payment_not_found', 'sandbox_refused'],
  },
  {
    path: '/v1/sandbox/mine',
    id: 'sandboxMine',
    summary: 'Mine blocks',
    description:
      'The first block takes the mempool. The chain is shared by all keys of the installation.',
    body: { schema: mineBody, required: false },
    answers: { 200: { description: 'The new blocks.', schema: minedSchema } },
    problems: PROBLEMS,
  },
  {
    path: '/v1/sandbox/replace',
    id: 'sandboxReplace',
    summary: 'Replace a transaction',
    description:
      'Bumps the fee of an unconfirmed transaction (BIP 125), or takes its money back before it is in a block.',
    body: { schema: replaceBody, required: true },
    answers: { 200: { description: 'The transaction that took its place.', schema: sentSchema } },
    problems: [...PROBLEMS, 'sandbox_refused'],
  },
  {
    path: '/v1/sandbox/double-spend',
    id: 'sandboxDoubleSpend',
    summary: 'Double-spend a transaction',
    description: 'A block confirms another transaction that spends the same coins.',
    body: { schema: doubleSpendBody, required: true },
    answers: { 200: { description: 'What was confirmed instead.', schema: doubleSpentSchema } },
    problems: [...PROBLEMS, 'sandbox_refused'],
  },
  {
    path: '/v1/sandbox/reorg',
    id: 'sandboxReorg',
    summary: 'Reorganise the chain',
    description:
      'Replaces the last blocks by one more. Dropped transactions never come back; with `remine: false` the others wait in the mempool.',
    body: { schema: reorgBody, required: false },
    answers: { 200: { description: 'What changed.', schema: reorganisedSchema } },
    problems: [...PROBLEMS, 'sandbox_refused'],
  },
];

export const SANDBOX_OPERATIONS: readonly DocumentedOperation[] = DESCRIBED.map((described) => ({
  ...described,
  method: 'POST',
  tag: 'Sandbox',
}));

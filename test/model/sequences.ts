import fc from 'fast-check';
import { ACTION_KINDS, ACTIONS, DELIVERY_ACTIONS, LINK_ACTIONS } from './actions';
import { createAction } from './actions-create';
import { REFUND_ACTIONS } from './actions-refunds';
import type { ReadingProcesses, Step } from './steps';

const READERS = fc.oneof(
  { weight: 5, arbitrary: fc.constant<ReadingProcesses>('first') },
  { weight: 2, arbitrary: fc.constant<ReadingProcesses>('second') },
  { weight: 1, arbitrary: fc.constant<ReadingProcesses>('both') },
  { weight: 5, arbitrary: fc.constant<ReadingProcesses>('none') },
);

/** The actions are random, but the first one creates a payment. */
export function sequences(maxSteps: number): fc.Arbitrary<Step[]> {
  const action = fc.oneof(...ACTIONS.map(([weight, arbitrary]) => ({ weight, arbitrary })));
  const first = fc.record({ action: createAction, readers: READERS });
  const step = fc.record({ action, readers: READERS });
  const others = fc.array(step, { maxLength: 2 * maxSteps, size: 'max' });
  // Each sequence uses only some kinds of actions. Rare kinds then occur together more often.
  const some = fc.subarray([...ACTION_KINDS], { minLength: 4 });
  const few = fc.subarray([...ACTION_KINDS], { maxLength: 6 });
  const sending = few.map((kinds) => [...DELIVERY_ACTIONS, ...kinds]);
  const linking = few.map((kinds) => [...LINK_ACTIONS, ...kinds]);
  const refunding = few.map((kinds) => [...REFUND_ACTIONS, ...kinds]);
  const kinds = fc.oneof(some, sending, linking, refunding);
  return fc.noBias(fc.tuple(first, others, kinds)).map(([one, more, known]) => {
    const steps = [one, ...more.filter((next) => known.includes(next.action.kind))];
    return steps.slice(0, maxSteps);
  });
}

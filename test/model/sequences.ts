import fc from 'fast-check';
import { ACTIONS, DELIVERY_ACTIONS, KINDS, LINK_ACTIONS } from './actions';
import { create } from './actions-create';
import { REFUNDING } from './actions-refunds';
import type { Readers, Step } from './steps';

const READERS = fc.oneof(
  { weight: 5, arbitrary: fc.constant<Readers>('first') },
  { weight: 2, arbitrary: fc.constant<Readers>('second') },
  { weight: 1, arbitrary: fc.constant<Readers>('both') },
  { weight: 5, arbitrary: fc.constant<Readers>('none') },
);

/** The actions are random, but the first one creates a payment. */
export function sequences(maxSteps: number): fc.Arbitrary<Step[]> {
  const action = fc.oneof(...ACTIONS.map(([weight, arbitrary]) => ({ weight, arbitrary })));
  const first = fc.record({ action: create, readers: READERS });
  const step = fc.record({ action, readers: READERS });
  const others = fc.array(step, { maxLength: 2 * maxSteps, size: 'max' });
  // Each sequence uses only some kinds of actions, so that rare kinds occur together more often.
  const some = fc.subarray([...KINDS], { minLength: 4 });
  const few = fc.subarray([...KINDS], { maxLength: 6 });
  const sending = few.map((kinds) => [...DELIVERY_ACTIONS, ...kinds]);
  const linking = few.map((kinds) => [...LINK_ACTIONS, ...kinds]);
  const refunding = few.map((kinds) => [...REFUNDING, ...kinds]);
  const kinds = fc.oneof(some, sending, linking, refunding);
  return fc.noBias(fc.tuple(first, others, kinds)).map(([one, more, known]) => {
    const steps = [one, ...more.filter((next) => known.includes(next.action.kind))];
    return steps.slice(0, maxSteps);
  });
}

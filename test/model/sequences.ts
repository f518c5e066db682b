import fc from 'fast-check';
import { ACTS, create, KINDS, SENDING } from './acts';
import type { Readers, Step } from './steps';

const READERS = fc.oneof(
  { weight: 5, arbitrary: fc.constant<Readers>('first') },
  { weight: 2, arbitrary: fc.constant<Readers>('second') },
  { weight: 1, arbitrary: fc.constant<Readers>('both') },
  { weight: 5, arbitrary: fc.constant<Readers>('none') },
);

/** Anything that may happen to a shop, in any order, once it has a payment. */
export function sequences(maxSteps: number): fc.Arbitrary<Step[]> {
  const act = fc.oneof(...ACTS.map(([weight, arbitrary]) => ({ weight, arbitrary })));
  const first = fc.record({ act: create, readers: READERS });
  const step = fc.record({ act, readers: READERS });
  const others = fc.array(step, { maxLength: 2 * maxSteps, size: 'max' });
  // Each sequence knows only some kinds of acts: rare ones meet more often.
  const some = fc.subarray([...KINDS], { minLength: 4 });
  const sending = fc.subarray([...KINDS], { maxLength: 6 }).map((kinds) => [...SENDING, ...kinds]);
  const kinds = fc.oneof(some, sending);
  return fc.noBias(fc.tuple(first, others, kinds)).map(([one, more, known]) => {
    const steps = [one, ...more.filter((next) => known.includes(next.act.kind))];
    return steps.slice(0, maxSteps);
  });
}

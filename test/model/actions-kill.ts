import fc from 'fast-check';
import { createAction } from './actions-create';
import { clickAction } from './actions-links';
import { anyIndex, eitherProcess } from './which';

const lost = fc.constantFrom('request' as const, 'answer' as const);

/**
 * A create, click, read or webhook attempt sends at most about 50 messages to its database, so 60
 * covers each of them.
 */
const moment = fc.oneof(
  fc.record({ of: fc.constant('messages' as const), after: fc.nat({ max: 60 }), lost }),
  fc.record({ of: fc.constant('commits' as const), after: fc.constantFrom(0, 0, 1, 2, 3), lost }),
);

export const killAction = fc.record({
  kind: fc.constant('kill' as const),
  process: eitherProcess,
  work: fc.oneof(
    {
      weight: 3,
      arbitrary: fc.record({ kind: fc.constant('read' as const), blocks: fc.nat({ max: 3 }) }),
    },
    { weight: 4, arbitrary: fc.constant({ kind: 'dispatch' as const }) },
    { weight: 3, arbitrary: createAction },
    { weight: 2, arbitrary: clickAction },
    {
      weight: 1,
      arbitrary: fc.record({ kind: fc.constant('cancel' as const), payment: anyIndex }),
    },
  ),
  beside: fc.boolean(),
  moment,
});

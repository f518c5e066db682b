import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** What takes longest, and would leave a core idle at the end if it began last. */
const LONG = [
  'integration/payments/model',
  'integration/bitcoin/descriptors-on-a-node',
  'server/start',
  'server/kills',
  'server/standalone',
  'server/bench',
  'integration/esplora/budget',
  'integration/chain/source-contract',
  'integration/database/embedded-postgres',
  'server/crash',
  'server/hostile-connections',
];

/** Files in the order of {@link LONG}, then in Vitest's own. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    return sorted.sort((a, b) => rank(a) - rank(b));
  }
}

function rank({ moduleId }: TestSpecification): number {
  const at = LONG.findIndex((name) => moduleId.endsWith(`/test/${name}.test.ts`));
  return at === -1 ? LONG.length : at;
}

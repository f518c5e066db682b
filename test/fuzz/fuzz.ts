import fc from 'fast-check';
import { type FuzzResponse, findResponseFault } from './check-answer';
import { arbitraryFuzzRequest, type FuzzRequest, type FuzzTarget } from './fuzz-request';

/** A fixed seed, so that a failure comes from the change under test. SEED sets another. */
const DEFAULT_SEED = 2026;

export interface FuzzResult {
  readonly seed: number;
  readonly requests: number;
  readonly statuses: ReadonlyMap<number, number>;
  /** The smallest failing request of each target. */
  readonly failures: readonly { readonly request: FuzzRequest; readonly what: string }[];
}

/** @param rounds requests per target, unless RUNS in the environment is set */
export async function fuzz(
  targets: readonly FuzzTarget[],
  send: (request: FuzzRequest) => Promise<FuzzResponse>,
  rounds: number,
): Promise<FuzzResult> {
  const seed = Number(process.env.SEED ?? DEFAULT_SEED);
  const perTarget = Number(process.env.RUNS ?? rounds);
  const statuses = new Map<number, number>();
  const failures: { request: FuzzRequest; what: string }[] = [];
  let requests = 0;
  for (const target of targets) {
    const property = fc.asyncProperty(arbitraryFuzzRequest(target), async (request) => {
      const answer = await send(request);
      requests += 1;
      statuses.set(answer.status, (statuses.get(answer.status) ?? 0) + 1);
      const what = findResponseFault(request, answer);
      if (what !== undefined) throw new Error(what);
    });
    const result = await fc.check(property, { seed, numRuns: perTarget, maxSkipsPerRun: 0 });
    const [request] = result.counterexample ?? [];
    if (request) failures.push({ request, what: String(result.errorInstance) });
  }
  return { seed, requests, statuses, failures };
}

export function formatFuzzReport({ seed, requests, statuses, failures }: FuzzResult): string {
  const counts = [...statuses].sort(([a], [b]) => a - b).map(([status, n]) => `${n} × ${status}`);
  const line = `seed ${seed}: ${requests} requests (${counts.join(', ')})`;
  return [line, ...failures.map(({ request, what }) => `${what}\n${JSON.stringify(request)}`)].join(
    '\n',
  );
}

import { SOURCE_TRAITS } from '@/lib/domain/chain-condition';
import { networkEnvName } from '@/lib/domain/network';
import { loggableError } from '@/lib/log';
import type { Runtime } from '@/lib/runtime';

type Parts = Pick<Runtime, 'env' | 'sources'>;
type Source = Runtime['sources'] extends ReadonlyMap<unknown, infer S> ? S : never;
type Tip = Awaited<ReturnType<Source['tip']>>;

/**
 * How long the start waits for a source. An Esplora server must send a whole block in this time.
 */
const LIMIT_MS = { node: 2_000, esplora: 5_000 };

/** docs/operations.md explains what to do about each fault. */
const WORDS: Readonly<Record<string, string>> = {
  unreachable: 'not reachable',
  no_tls: 'no TLS',
  certificate_changed: 'certificate changed',
  unauthorized: 'access denied',
  no_credentials: 'no credentials',
  address_refused: 'address refused',
  method_refused: 'method refused',
  loading: 'not ready',
  wrong_network: 'wrong network',
  rate_limited: 'rate limited',
};

/**
 * Queries each source except the sandbox once. Returns a line for each network, such as "signet:
 * connected, block 214,000, syncing 93 %".
 *
 * @param limits how long to wait for a node and for an Esplora server, in ms
 */
export async function chainStatusLines(
  { env, sources }: Parts,
  limits: typeof LIMIT_MS = LIMIT_MS,
): Promise<string[]> {
  return Promise.all(
    [...sources]
      .filter(([network]) => 'url' in env.sources[network])
      .map(async ([network, source]) => {
        const { readsByAddress } = SOURCE_TRAITS[env.sources[network].kind];
        const limitMs = readsByAddress ? limits.esplora : limits.node;
        const { ok, text } = await Promise.race([ask(source), tooLate(limitMs)]);
        return `${network}: ${text}${ok ? '' : ` (${networkEnvName(network)})`}`;
      }),
  );
}

interface SourceAnswer {
  readonly ok: boolean;
  readonly text: string;
}

async function ask(source: Source): Promise<SourceAnswer> {
  try {
    return { ok: true, text: connected(await source.tip()) };
  } catch (error) {
    return { ok: false, text: failed(error) };
  }
}

function connected({ height, isSyncing, progress }: Tip): string {
  const block = `connected, block ${height.toLocaleString('en-US')}`;
  if (!isSyncing) return block;
  // Rounded down, because 100 % would mean that the node has finished.
  return progress === undefined
    ? `${block}, syncing`
    : `${block}, syncing ${Math.min(99, Math.floor(progress * 100))} %`;
}

/** Shows the messages of source faults only, because other errors might contain credentials. */
function failed(error: unknown): string {
  const { fault, message } = loggableError(error);
  if (typeof fault !== 'string') return 'not connected: see the log';
  return `${WORDS[fault] ?? 'not usable'}: ${message}`;
}

async function tooLate(limitMs: number): Promise<SourceAnswer> {
  await new Promise((resolve) => {
    setTimeout(resolve, limitMs).unref();
  });
  return { ok: false, text: `no answer within ${limitMs / 1_000} s; it is asked again` };
}

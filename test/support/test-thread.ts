import { ChainThread } from '@/lib/chain-thread/chain-thread';
import type { SilenceLimits } from '@/lib/chain-thread/watch-silence';
import { parseEnv } from '@/lib/env';
import type { SentSpan } from '@/lib/tracing/sent-span';
import type { ThreadFile } from './worker-file';

export interface TestThread {
  readonly thread: ChainThread;
  /** What it logged. */
  readonly errors: { readonly err?: Error }[];
  readonly spans: SentSpan[];
}

/** The thread that reads the chains, with the settings of a server. */
export function openTestThread(
  { file }: ThreadFile,
  variables: Readonly<Record<string, string>>,
  silence?: SilenceLimits,
): TestThread {
  const errors: { err?: Error }[] = [];
  const spans: SentSpan[] = [];
  const thread = new ChainThread({
    file,
    env: parseEnv({ BITCOIN_REGTEST: 'off', ...variables }),
    variables: { ...process.env, ...variables },
    log: { error: (facts) => errors.push(facts) },
    onSpan: (span) => spans.push(span),
    ...(silence ? { silence } : {}),
  });
  return { thread, errors, spans };
}

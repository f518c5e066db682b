import { fork } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { ROOT } from '@/scripts/lib/checkout.mjs';

export interface LoadTestOptions {
  readonly url: string;
  readonly method: 'GET' | 'POST';
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  /** The name of a header whose value is different in each request. */
  readonly uniqueHeader?: string;
  readonly connections: number;
  readonly seconds: number;
  readonly status: number;
}

export interface LoadTestResult {
  readonly perSecond: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
  readonly requests: number;
}

/**
 * Sends copies of a request from a separate process. Each keep-alive connection sends one request
 * at a time.
 *
 * @throws Error if any response has another status
 */
export async function runLoadTest(request: LoadTestOptions): Promise<LoadTestResult> {
  const child = fork(path.join(ROOT, 'bench/support/load-process.ts'), {
    execArgv: ['--import', 'tsx'],
    cwd: ROOT,
  });
  child.send(request);
  const [answer] = (await once(child, 'message')) as [LoadTestResult | { error: string }];
  child.disconnect();
  if ('error' in answer) throw new Error(answer.error);
  return answer;
}

import { setTimeout as sleep } from 'node:timers/promises';
import type { ClientResponses } from './client-responses';
import type { Findings } from './findings';

export interface CrashResponse {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
}

export type ClassifyResponse = (answer: CrashResponse) => 'final' | 'later' | 'unexpected';

export type Exchange = (
  path: string,
  init: RequestInit,
  judge: ClassifyResponse,
) => Promise<{
  readonly answer: CrashResponse;
  /** How often the request got no response. */
  readonly unanswered: number;
}>;

const LONG_TIMEOUT_MS = 8_000;
const PAUSE_MS = 100;

/** Returns a function that sends requests to a server that can be killed at any moment. */
export function openExchange(
  baseUrl: string,
  notebook: ClientResponses,
  findings: Findings,
): Exchange {
  return async (path, init, judge) => {
    for (let unanswered = 0; ; unanswered += 1) {
      const answer = await once(`${baseUrl}${path}`, init).catch(() => undefined);
      const verdict = answer ? judge(answer) : 'later';
      if (answer && verdict === 'final') return { answer, unanswered };
      if (answer && verdict === 'unexpected') {
        findings.note('unexpected answers', `${path}: ${answer.status} ${answer.text}`);
      }
      notebook.retries += 1;
      await sleep(PAUSE_MS);
    }
  };
}

async function once(url: string, init: RequestInit): Promise<CrashResponse> {
  const signal = AbortSignal.timeout(LONG_TIMEOUT_MS);
  const response = await fetch(url, { redirect: 'manual', ...init, signal });
  const { status, headers } = response;
  return { status, headers, text: await response.text() };
}

import { setTimeout as sleep } from 'node:timers/promises';
import type { ClientResponses } from './client-responses';
import type { Findings } from './findings';

export interface HttpReply {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
}

export type ClassifyResponse = (answer: HttpReply) => 'final' | 'later' | 'unexpected';

export type SendUntilFinal = (
  path: string,
  init: RequestInit,
  judge: ClassifyResponse,
) => Promise<{
  readonly answer: HttpReply;
  /** How often the request got no response. */
  readonly unanswered: number;
}>;

const LONG_TIMEOUT_MS = 8_000;
const PAUSE_MS = 100;

/** Returns a function that sends requests to a server that can be killed at any moment. */
export function createRetryingSender(
  baseUrl: string,
  notebook: ClientResponses,
  findings: Findings,
): SendUntilFinal {
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

async function once(url: string, init: RequestInit): Promise<HttpReply> {
  const signal = AbortSignal.timeout(LONG_TIMEOUT_MS);
  const response = await fetch(url, { redirect: 'manual', ...init, signal });
  const { status, headers } = response;
  return { status, headers, text: await response.text() };
}

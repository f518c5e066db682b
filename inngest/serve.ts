import type { Inngest } from 'inngest';
import { serve } from 'inngest/next';
import { NextRequest } from 'next/server';
import { parseUrl } from '@/lib/domain/parse-url';
import { readBodyUpTo } from '@/lib/net/read-body-up-to';
import type { JobContext } from '@/lib/server/jobs/jobs';
import { createClient } from './client';
import { createFunctions } from './functions';

/**
 * Maximum size of a body, far above the state of a run. The limit is needed because a body is read
 * before its signature can be checked.
 */
const MAX_BODY_BYTES = 1024 * 1024;

export type Handler = (request: Request) => Promise<Response>;

/**
 * Serves Inngest: lists the functions and runs them. Refuses unsigned requests, including
 * registrations, except in development mode.
 */
export function serveInngest(own: JobContext, client: Inngest = createClient(own)): Handler {
  const functions = createFunctions(client, own);
  const handle = serve({ client, functions, enableUnauthedSync: false });
  return async (request) => {
    const { url, method, headers, signal } = request;
    if (!isHost(headers.get('host') ?? ''))
      return Response.json({ error: 'The Host is not valid.' }, BAD);
    const body = await readBodyUpTo(request, MAX_BODY_BYTES, signal);
    if (!body) return Response.json({ error: 'The body is too large.' }, TOO_LARGE);
    const init = request.body
      ? { method, headers, body: body.toString('utf8') }
      : { method, headers };
    return handle(new NextRequest(url, init), undefined);
  };
}

const BAD = { status: 400 };
const TOO_LARGE = { status: 413 };

/** For a text that is no host, the SDK (inngest 4.24) throws before it checks the signature. */
function isHost(host: string): boolean {
  return !host.includes('/') && parseUrl(`http://${host || 'localhost'}`) !== undefined;
}

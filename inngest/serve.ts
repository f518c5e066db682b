import type { Inngest } from 'inngest';
import { serve } from 'inngest/next';
import { NextRequest } from 'next/server';
import type { JobContext } from '@/lib/jobs/jobs';
import { createClient } from './client';
import { createFunctions } from './functions';

/** Far more than the state of a run; a body is read before its signature can be checked. */
const MAX_BODY_BYTES = 1024 * 1024;

export type Handler = (request: Request) => Promise<Response>;

/**
 * Serves Inngest: lists the functions and runs them. Unsigned requests are refused, including
 * registration, except in development mode.
 */
export function serveInngest(own: JobContext, client: Inngest = createClient(own)): Handler {
  const functions = createFunctions(client, own);
  const handle = serve({ client, functions, enableUnauthedSync: false });
  return async (request) => {
    const body = await readBody(request);
    if (body === 'too_large') return Response.json({ error: 'The body is too large.' }, TOO_LARGE);
    const { url, method, headers } = request;
    const init = body === undefined ? { method, headers } : { method, headers, body };
    return handle(new NextRequest(url, init), undefined);
  };
}

const TOO_LARGE = { status: 413 };

async function readBody(request: Request): Promise<string | undefined | 'too_large'> {
  if (!request.body) return undefined;
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of request.body) {
    length += chunk.length;
    if (length > MAX_BODY_BYTES) return 'too_large';
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

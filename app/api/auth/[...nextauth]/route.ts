import { cookies } from 'next/headers';
import { NextRequest } from 'next/server';
import NextAuth from 'next-auth';
import { authOptions } from '@/lib/auth/auth-options';
import { CALLBACK_COOKIE_PATTERN } from '@/lib/auth/providers';
import { newId } from '@/lib/domain/ids';
import { parseUrl } from '@/lib/domain/parse-url';
import { Problem } from '@/lib/domain/problems';
import { readBytes } from '@/lib/http/input/read-body';
import { problemResponse } from '@/lib/http/problem-response';
import { runtime } from '@/lib/runtime';

export const dynamic = 'force-dynamic';

type Context = { params: Promise<{ nextauth: string[] }> };
type Handler = (request: Request, context: Context) => Promise<Response>;

async function answer(request: Request, context: Context): Promise<Response> {
  const { nextauth } = await context.params;
  if (!isKnown(request.method, nextauth)) return new Response(null, { status: 404 });
  const handler = NextAuth(await authOptions()) as Handler;
  try {
    return await handler(await stripRequest(request), context);
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    const { status, headers, body } = problemResponse(
      error,
      newId('request'),
      runtime().env.appUrl,
    );
    return new Response(body, { status, ...(headers && { headers }) });
  }
}

/** Whether the sign-in library handles this request without an internal error. */
function isKnown(method: string, [act, name, ...more]: readonly string[]): boolean {
  // The library would log every request to this path.
  if (act === '_log' || more.length > 0) return false;
  if (name === undefined) return /^[\w-]+$/.test(act ?? '');
  if (act === 'callback' && name === 'credentials') return method === 'POST';
  return runtime().env.signInProviders.some(({ id }) => id === name) || name === 'credentials';
}

export { answer as GET, answer as POST };

/**
 * Removes return URLs (in parameters and cookies) and error names that would make the sign-in
 * library fail.
 *
 * @throws Problem `body_too_large`, or `malformed_json` unless the body is an object
 */
async function stripRequest(request: Request): Promise<NextRequest> {
  const url = new URL(request.url);
  const { searchParams } = url;
  if (!searchParams.getAll('callbackUrl').every(isUrl)) searchParams.delete('callbackUrl');
  // The library copies the error name into a header unchanged.
  const errors = searchParams.getAll('error');
  if (!errors.every((error) => /^\w*$/.test(error))) searchParams.delete('error');
  const kept = await cookies();
  for (const { name, value } of kept.getAll()) {
    if (CALLBACK_COOKIE_PATTERN.test(name) && !isUrl(value)) kept.delete(name);
  }
  const { method, headers } = request;
  const body = await readBytes({ headers: new Map(headers), body: request.body ?? undefined });
  const json = headers.get('content-type')?.includes('application/json') ?? false;
  if (method === 'POST' && json && !isObject(body)) {
    throw new Problem('malformed_json', 'Send a JSON object, or a form.');
  }
  return new NextRequest(url, { method, headers, ...(body.length > 0 && { body }) });
}

/** The library accepts either a path or an http(s) URL. */
function isUrl(text: string): boolean {
  const base = text.startsWith('/') ? 'http://nowhere.invalid' : undefined;
  return /^https?:$/.test(parseUrl(text, base)?.protocol ?? '');
}

function isObject(body: Uint8Array): boolean {
  try {
    const value: unknown = JSON.parse(new TextDecoder().decode(body));
    return typeof value === 'object' && value !== null && !Array.isArray(value);
  } catch {
    return false;
  }
}

import { cookies } from 'next/headers';
import { NextRequest } from 'next/server';
import { Problem } from '@/lib/domain/problems';
import { readBytes } from '@/lib/http/read-body';

/** Where the library keeps the way back, while it sends someone to a provider. */
const CALLBACK_COOKIE = /^(?:__Secure-|__Host-)?next-auth\.callback-url$/;

/**
 * A request as the sign-in library can take it. What it has no answer for but an internal error
 * is refused here, or left out: a body without end or of no shape, and a way back that is no URL,
 * be it asked for or left in a cookie. The
 * name of an error is a word.
 *
 * @throws Problem `body_too_large`, `malformed_json`
 */
export async function tameRequest(request: Request): Promise<NextRequest> {
  const url = new URL(request.url);
  const { searchParams } = url;
  if (!searchParams.getAll('callbackUrl').every(isPlace)) searchParams.delete('callbackUrl');
  // Goes into a header as it stands.
  const errors = searchParams.getAll('error');
  if (!errors.every((error) => /^\w*$/.test(error))) searchParams.delete('error');
  const kept = await cookies();
  for (const { name, value } of kept.getAll()) {
    if (CALLBACK_COOKIE.test(name) && !isPlace(value)) kept.delete(name);
  }
  const { method, headers } = request;
  const body = await readBytes({ headers: new Map(headers), body: request.body ?? undefined });
  const json = headers.get('content-type')?.includes('application/json') ?? false;
  if (method === 'POST' && json && !isObject(body)) {
    throw new Problem('malformed_json', 'Send a JSON object, or a form.');
  }
  return new NextRequest(url, { method, headers, ...(body.length > 0 && { body }) });
}

/** By the library's own rule: a path, or a URL of http or https. */
function isPlace(text: string): boolean {
  const base = text.startsWith('/') ? 'http://nowhere.invalid' : undefined;
  return URL.canParse(text, base) && /^https?:$/.test(new URL(text, base).protocol);
}

function isObject(body: Uint8Array): boolean {
  try {
    const value: unknown = JSON.parse(new TextDecoder().decode(body));
    return typeof value === 'object' && value !== null && !Array.isArray(value);
  } catch {
    return false;
  }
}

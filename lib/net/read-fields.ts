import { readBodyUpTo } from './read-body-up-to';

/** Maximum size of a form in bytes. A note and a name in any script fit, and so does an invoice. */
const MAX_BYTES = 16_384;

/** Returns the fields of a form that a customer sent; undefined for any other body. */
export async function readFields(request: Request): Promise<URLSearchParams | undefined> {
  const type = request.headers.get('content-type') ?? '';
  if (!/^application\/x-www-form-urlencoded\b/i.test(type)) return undefined;
  const body = await readBodyUpTo(new Response(request.body), MAX_BYTES, request.signal);
  return body && new URLSearchParams(body.toString());
}

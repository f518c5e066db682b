import { Problem } from '@/lib/domain/problems';
import type { ApiRequest } from '../api-request';
import { type Json, JsonTextError, parseJson } from './json-text';

const MAX_BODY_BYTES = 16 * 1024;

/** @throws Problem `unsupported_media_type`, `body_too_large`, `malformed_json` */
export async function readJsonBody(request: ApiRequest, maxBytes?: number): Promise<Json> {
  checkMediaType(request);
  return asJson(await readBytes(request, maxBytes));
}

/** Like {@link readJsonBody}, but returns undefined for a request without a body. */
export async function readOptionalJsonBody(
  request: ApiRequest,
  maxBytes?: number,
): Promise<Json | undefined> {
  const bytes = await readBytes(request, maxBytes);
  if (bytes.length === 0) return undefined;
  checkMediaType(request);
  return asJson(bytes);
}

function checkMediaType({ headers }: ApiRequest): void {
  const [type = '', ...parameters] = (headers.get('content-type') ?? '')
    .toLowerCase()
    .split(';')
    .map((part) => part.trim());
  const charset = parameters.find((parameter) => parameter.startsWith('charset='));
  const encoding = headers.get('content-encoding') ?? 'identity';
  if (type !== 'application/json') {
    throw unsupported('Send the body as JSON, with "Content-Type: application/json".');
  }
  if (charset !== undefined && !/^charset="?utf-8"?$/.test(charset)) {
    throw unsupported('JSON is always UTF-8 here, so leave the charset out.');
  }
  if (encoding.toLowerCase() !== 'identity') {
    throw unsupported('Send the body without a Content-Encoding.');
  }
}

function unsupported(detail: string): Problem {
  return new Problem('unsupported_media_type', detail);
}

/**
 * Returns the bytes of a body; empty without a body.
 *
 * @throws Problem `body_too_large`; `malformed_json` if the body is cut off
 */
export async function readBytes(
  request: Pick<ApiRequest, 'headers' | 'body'>,
  maxBytes = MAX_BODY_BYTES,
): Promise<Uint8Array<ArrayBuffer>> {
  if (Number(request.headers.get('content-length') ?? 0) > maxBytes) throw tooLarge(maxBytes);
  if (!request.body) return new Uint8Array();
  const chunks: Uint8Array[] = [];
  let length = 0;
  // Leaving a for-await loop early would close the connection before the response is sent.
  const iterator = request.body[Symbol.asyncIterator]();
  for (;;) {
    const next = await nextChunk(iterator);
    if (next.done) return Buffer.concat(chunks, length);
    length += next.value.length;
    if (length > maxBytes) throw tooLarge(maxBytes);
    chunks.push(next.value);
  }
}

async function nextChunk(
  iterator: AsyncIterator<Uint8Array>,
): Promise<IteratorResult<Uint8Array, unknown>> {
  try {
    return await iterator.next();
  } catch {
    throw new Problem('malformed_json', 'The body ended before it was complete.');
  }
}

function tooLarge(maxBytes: number): Problem {
  const kib = Math.round(maxBytes / 1024);
  return new Problem('body_too_large', `A body has at most ${maxBytes} bytes (${kib} KiB).`);
}

function asJson(bytes: Uint8Array): Json {
  try {
    return parseJson(bytes);
  } catch (error) {
    if (error instanceof JsonTextError) throw new Problem('malformed_json', error.message);
    throw error;
  }
}

import { createHash } from 'node:crypto';

export type Json = string | number | boolean | null | readonly Json[] | JsonObject;

export interface JsonObject {
  readonly [name: string]: Json;
}

export function isObject(json: Json): json is JsonObject {
  return typeof json === 'object' && json !== null && !Array.isArray(json);
}

/** A text that is not acceptable JSON. The message is public and quotes no input. */
export class JsonTextError extends Error {
  override readonly name = 'JsonTextError';
}

/**
 * Parses JSON (RFC 8259). Refuses duplicate names in an object, because parsers disagree on which
 * one counts, and an amount must have a single reading.
 *
 * @throws JsonTextError
 */
export function parseJson(bytes: Uint8Array): Json {
  let text: string;
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new JsonTextError('The body is not valid UTF-8.');
  }
  if (text.trim() === '') throw new JsonTextError('The body is empty. Send a JSON object.');
  let value: Json;
  try {
    value = JSON.parse(text) as Json;
  } catch {
    throw new JsonTextError('The body is not valid JSON.');
  }
  if (repeatsMember(text)) throw new JsonTextError('The body names the same field twice.');
  return value;
}

const TOKEN = /"(?:[^"\\]|\\.)*"|[{}[\]:,]/g;

/** Whether an object in valid JSON has duplicate names. */
function repeatsMember(text: string): boolean {
  const open: (Set<string> | undefined)[] = [];
  let last = '';
  for (const [token] of text.matchAll(TOKEN)) {
    if (token === '{') open.push(new Set());
    else if (token === '[') open.push(undefined);
    else if (token === '}' || token === ']') open.pop();
    else if (token === ':') {
      const names = open.at(-1);
      const name = JSON.parse(last) as string;
      if (names?.has(name)) return true;
      names?.add(name);
    }
    last = token;
  }
  return false;
}

/**
 * Returns the canonical text of a JSON value (RFC 8785), sorted by UTF-16 code units and without
 * white space.
 */
export function canonicalJson(value: Json): string {
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`;
  if (value === null || typeof value !== 'object') return JSON.stringify(value);
  const members = Object.entries(value)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, member]) => `${JSON.stringify(name)}:${canonicalJson(member)}`);
  return `{${members.join(',')}}`;
}

/** Returns the SHA-256 of the canonical text in hex. Equivalent bodies have the same hash. */
export function jsonHash(value: Json): string {
  return createHash('sha256').update(canonicalJson(value)).digest('hex');
}

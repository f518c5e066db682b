/** Fields are not validated. */
export type JsonObject = { readonly [name: string]: unknown };

interface FoundJson {
  readonly value: unknown;
  /** Whether the text begins with the JSON. Otherwise the JSON may be part of a larger object. */
  readonly isFirst: boolean;
}

const MAX_DEPTH = 40;

/**
 * Returns the first JSON object or array in a text. Electrum appends changes after the object in
 * its files, and Coldcard embeds an array in a readable text.
 *
 * @returns `broken` when a text begins as JSON but the JSON is incomplete
 */
export function findJson(text: string): FoundJson | 'broken' | undefined {
  const start = text.search(/[{[]\s*(?:"|\[\s*[{"]|\{\s*")/);
  if (start < 0) return undefined;
  const end = endOf(text, start);
  const parsed = end === undefined ? undefined : parse(text.slice(start, end));
  const isFirst = text.slice(0, start).trim() === '';
  const isWhole = !isFirst || /^\s*(?:,\s*\{\s*"op".*)?$/s.test(text.slice(end));
  if (parsed && isWhole) return { ...parsed, isFirst };
  return isFirst ? 'broken' : undefined;
}

function endOf(text: string, start: number): number | undefined {
  let depth = 0;
  let isText = false;
  for (let at = start; at < text.length; at += 1) {
    const char = text[at];
    if (isText) {
      if (char === '\\') at += 1;
      else if (char === '"') isText = false;
    } else if (char === '"') isText = true;
    else if (char === '{' || char === '[') depth += 1;
    else if (char === '}' || char === ']') depth -= 1;
    if (depth > MAX_DEPTH) return undefined;
    if (depth === 0) return at + 1;
  }
  return undefined;
}

function parse(text: string): { readonly value: unknown } | undefined {
  try {
    return { value: JSON.parse(text) };
  } catch {
    return undefined;
  }
}

export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export function nonEmptyString(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined;
}

/** A string in a JSON value. `owners` are the objects around it, outermost first. */
export interface JsonStringField {
  readonly name: string;
  readonly value: string;
  readonly owners: readonly JsonObject[];
  /** The names on the path to this field, including its own. */
  readonly names: readonly string[];
}

export function listStringFields(value: unknown): JsonStringField[] {
  const found: JsonStringField[] = [];
  const walk = (one: unknown, names: readonly string[], owners: readonly JsonObject[]) => {
    if (typeof one === 'string') {
      found.push({ name: names.at(-1) ?? '', value: one, owners, names });
    } else if (Array.isArray(one)) {
      for (const item of one) walk(item, names, owners);
    } else if (isObject(one)) {
      for (const [name, item] of Object.entries(one))
        walk(item, [...names, name], [...owners, one]);
    }
  };
  walk(value, [], []);
  return found;
}

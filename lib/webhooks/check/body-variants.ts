import { eventBody } from '../events/event-body';

/** The ways in which a body may have been changed before it was verified. */
export type BodyChange = 'end_break' | 'double_encoded' | 'base64' | 'reserialized';

export interface BodyVariant {
  readonly body: string;
  /** The change that was undone; undefined for the pasted body. */
  readonly change?: BodyChange;
}

const BOM = '\uFEFF';

/**
 * The pasted body, and its possible originals. Only one of them can have been signed, and the
 * signature tells which.
 */
export function bodyVariants(body: string): BodyVariant[] {
  const found: BodyVariant[] = [{ body }];
  const add = (change: BodyChange, text: string | undefined) => {
    if (text !== undefined && !found.some((one) => one.body === text)) {
      found.push({ body: text, change });
    }
  };
  add('end_break', body.replace(/\r?\n$/, ''));
  const inner = textIn(body);
  add('double_encoded', inner);
  add('base64', fromBase64(body));
  // The order of fields is known, so that our serialization can be restored.
  add('reserialized', asWeSerialize(body));
  add('double_encoded', inner && asWeSerialize(inner));
  return found;
}

function textIn(body: string): string | undefined {
  const value = parsed(body);
  return typeof value === 'string' ? value : undefined;
}

function fromBase64(body: string): string | undefined {
  const text = body.trim();
  if (text.length < 8 || !/^[\w+/-]+=*$/.test(text)) return undefined;
  const decoded = Buffer.from(text, 'base64').toString('utf8');
  return decoded.startsWith('{') ? decoded : undefined;
}

function asWeSerialize(body: string): string | undefined {
  const value = parsed(body) as Partial<Parameters<typeof asEvent>[0]> | undefined;
  if (!value || typeof value !== 'object' || typeof value.data !== 'object' || !value.data) {
    return undefined;
  }
  return asEvent({ type: String(value.type), data: value.data });
}

function asEvent({ type, data }: { readonly type: string; readonly data: object }): string {
  return eventBody(
    type as Parameters<typeof eventBody>[0],
    data as Parameters<typeof eventBody>[1],
  );
}

/** The value of a JSON text; undefined for other text. */
export function parsed(text: string): unknown {
  try {
    return JSON.parse(text.replace(BOM, ''));
  } catch {
    return undefined;
  }
}

import { isDeepStrictEqual } from 'node:util';
import { parsed } from './body-variants';
import { type Finding, note, ok, problem } from './finding';
import type { Match } from './match-signature';

/** A stored event of the merchant. */
export interface StoredEvent {
  readonly id: string;
  readonly body: string;
}

const UNDO = 'Verify the raw bytes, before anything parses them as text or JSON.';

const CHANGES: Readonly<Record<NonNullable<Match['body']>, Omit<Finding, 'kind'>>> = {
  end_break: {
    code: 'body_end_break',
    title: 'The body ends with a line break that was not sent.',
    detail: `Without it the signature is right. If pasting added it, nothing is wrong; if the endpoint adds it, for example by reading lines, it refuses genuine webhooks. ${UNDO}`,
  },
  double_encoded: {
    code: 'body_double_encoded',
    title: 'The body was encoded as JSON twice: it is a string that holds the event.',
    detail: `A framework had parsed nothing, and JSON.stringify or json_encode made a string of the text. ${UNDO}`,
  },
  base64: {
    code: 'body_base64',
    title: 'The body is in base64.',
    detail:
      'Gateways in front of functions encode it (isBase64Encoded). Decode it to bytes and verify those.',
  },
  reserialized: {
    code: 'body_reserialized',
    title: 'The body was parsed and serialized again: same content, other bytes.',
    detail: `Spaces, line breaks, the order of fields or escapes differ, and the signature covers every byte. ${UNDO}`,
  },
  edited: {
    code: 'body_edited',
    title: 'The body was changed after it was signed.',
    detail:
      'The signature is right for the event as it was sent, not for this body. Do not trust it.',
  },
};

/** How the body was changed, by the signature if possible, else by comparison with the sent one. */
export function bodyFindings(
  body: string,
  stored: StoredEvent | undefined,
  match: Match | undefined,
  lengthSent: string | undefined,
): Finding[] {
  if (match?.body === 'end_break' && lengthSent === String(Buffer.byteLength(body.trimEnd()))) {
    const detail = 'Content-Length says that it was not sent, so it is ignored here.';
    return [
      note('body_end_break', 'A line break was added at the end when the body was pasted.', detail),
    ];
  }
  if (match?.body) {
    const told = { kind: 'problem', ...CHANGES[match.body] } as const;
    return [match.body === 'edited' && stored ? withFields(told, body, stored) : told];
  }
  if (stored) return [compared(body, stored, match !== undefined)];
  if (match) return [];
  return unlike(body);
}

function compared(body: string, stored: StoredEvent, signed: boolean): Finding {
  if (body === stored.body) {
    return ok('body_as_sent', `The body is byte for byte the one that was sent with ${stored.id}.`);
  }
  const value = parsed(body);
  if (isDeepStrictEqual(value, parsed(stored.body))) {
    return { kind: 'problem', ...CHANGES.reserialized };
  }
  if (signed) {
    return problem(
      'event_id_wrong',
      `The body is genuine, but belongs to another event than ${stored.id}.`,
      'The header with the event id was changed: X-Service-Signature does not cover it. Use the payment id in the body.',
    );
  }
  return withFields({ kind: 'problem', ...CHANGES.edited }, body, stored);
}

function withFields(finding: Finding, body: string, stored: StoredEvent): Finding {
  const [now, then] = [flat(parsed(body)), flat(parsed(stored.body))];
  const names = [...new Set([...then.keys(), ...now.keys()])].filter(
    (name) => now.get(name) !== then.get(name),
  );
  if (now.size === 0 || names.length === 0) return finding;
  return { ...finding, detail: `Not as sent: ${names.join(', ')}. ${finding.detail}` };
}

/** The fields of an event by name, two levels deep. */
function flat(value: unknown, prefix = ''): Map<string, string> {
  if (typeof value !== 'object' || value === null) return new Map();
  return new Map(
    Object.entries(value).flatMap(([name, inner]) =>
      typeof inner === 'object' && inner !== null && prefix === ''
        ? [...flat(inner, `${name}.`)]
        : [[prefix + name, JSON.stringify(inner)] as const],
    ),
  );
}

function unlike(body: string): Finding[] {
  const value = parsed(body);
  if (body.trim() === '') {
    const detail = 'Every webhook has a body. Paste it below the headers, or into its own field.';
    return [problem('body_missing', 'There is no body.', detail)];
  }
  if (value === undefined) {
    const detail = `It may be cut off, or encoded in another way. ${UNDO}`;
    return [problem('body_not_json', 'The body is not JSON.', detail)];
  }
  const version = (value as { version?: unknown } | null)?.version;
  if (version === '1') return [];
  const detail = 'Its version is not "1". It may be from another service.';
  return [problem('other_version', 'The body is an event of another version.', detail)];
}

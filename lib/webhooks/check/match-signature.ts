import { timingSafeEqual } from 'node:crypto';
import { MACS, type Scheme } from '../delivery/sign';
import type { BodyChange, BodyVariant } from './body-variants';
import type { FoundHeaders } from './find-headers';
import { isExpected, type KnownSecret } from './known-secret';

/** What was signed: with which secret, and how its body differs from the pasted one. */
export interface Match {
  readonly secret: KnownSecret;
  /** Undefined: the pasted body itself. */
  readonly body: BodyChange | 'edited' | undefined;
}

export interface Searched {
  readonly headers: FoundHeaders;
  readonly bodies: readonly (Omit<BodyVariant, 'change'> & { change?: Match['body'] })[];
  readonly secrets: readonly KnownSecret[];
}

const MAC_BYTES = 32;
const PARTS = {
  service: { separator: ',', form: /^sha256=([0-9a-f]{64})$/i, encoding: 'hex' },
  legacy: { separator: ',', form: /^sha256=([0-9a-f]{64})$/i, encoding: 'hex' },
  standard: { separator: /\s+/, form: /^v1,([\w+/]+=*)$/, encoding: 'base64' },
} as const;

/** The signatures in a header's value, one per valid secret; other forms are ignored. */
export function givenSignatures(scheme: Scheme, { [scheme]: header }: FoundHeaders): Buffer[] {
  const { separator, form, encoding } = PARTS[scheme];
  return (header?.value.split(separator) ?? []).flatMap((part) => {
    const mac = Buffer.from(form.exec(part.trim())?.[1] ?? '', encoding);
    return mac.length === MAC_BYTES ? [mac] : [];
  });
}

/** The explanation of a header's signature with the fewest changes to the pasted request. */
export function matchSignature(
  scheme: Scheme,
  { headers, bodies, secrets }: Searched,
): Match | undefined {
  const given = givenSignatures(scheme, headers);
  if (given.length === 0) return undefined;
  const { standardId, timestamp, standardTimestamp } = headers;
  const time = scheme === 'service' ? timestamp : standardTimestamp;
  const signed = { eventId: standardId?.value ?? '', timestamp: time?.value ?? '' };
  const guesses = secrets.flatMap((secret) =>
    bodies.map(({ body, change }) => ({ secret, body: change, signed: { ...signed, body } })),
  );
  const cost = (match: Match) => Number(!isExpected(match.secret)) + Number(Boolean(match.body));
  return guesses
    .sort((a, b) => cost(a) - cost(b))
    .find(({ secret, signed: content }) => {
      const mac = MACS[scheme](secret.secret, content);
      return given.some((one) => timingSafeEqual(one, mac));
    });
}

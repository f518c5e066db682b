import { timingSafeEqual } from 'node:crypto';
import { MACS, type Scheme } from '../delivery/sign';
import type { BodyChange, BodyVariant } from './body-variants';
import type { FoundHeaders } from './find-headers';
import { type GivenSignature, givenSignatures, type SignatureForm } from './given-signatures';
import { isExpected, type KnownSecret } from './known-secret';

export type TimestampChange = 'milliseconds' | 'from_other_header';

/** The signed content, and its differences from the pasted one; unset fields do not differ. */
export interface Match {
  readonly secret: KnownSecret;
  readonly form: SignatureForm;
  readonly body: BodyChange | 'edited' | undefined;
  readonly timestamp: TimestampChange | undefined;
  readonly idFromOtherHeader: boolean;
  /** The scheme of the signature, if it is in the header of another. */
  readonly otherScheme: Scheme | undefined;
}

interface Guess extends Omit<Match, 'form'> {
  readonly mac: Buffer;
  readonly cost: number;
}

export interface Searched {
  readonly headers: FoundHeaders;
  readonly bodies: readonly (Omit<BodyVariant, 'change'> & { change?: Match['body'] })[];
  readonly secrets: readonly KnownSecret[];
  /** HMACs so far: the header of one scheme is compared with other schemes too. */
  readonly macs: Map<string, Buffer>;
}

/** The explanation of a header's signature with the fewest changes to the pasted request. */
export function matchSignature(scheme: Scheme, searched: Searched): Match | undefined {
  const given = givenSignatures(scheme, searched.headers[scheme]?.value ?? '').read;
  if (given.length === 0) return undefined;
  const [best] = guesses(scheme, searched)
    .flatMap(({ mac, cost, ...guess }) => {
      const found = given.find((one) => timingSafeEqual(one.mac, mac));
      return found ? [{ cost: cost + costOf(found), match: { ...guess, form: found.form } }] : [];
    })
    .sort((a, b) => a.cost - b.cost);
  return best?.match;
}

const costOf = ({ form }: GivenSignature) => (form === 'as_sent' ? 0 : 1);

function guesses(scheme: Scheme, { headers, bodies, secrets, macs }: Searched): Guess[] {
  const others = (['service', 'legacy'] as const).filter(
    (one) => one !== scheme && scheme !== 'standard',
  );
  return [scheme, ...others].flatMap((used) =>
    eventIds(used, headers).flatMap((id) =>
      timestamps(used, headers).flatMap((time) =>
        bodies.flatMap(({ body, change }, bodyAt) =>
          triedWith(change, secrets).map((secret): Guess => {
            const otherScheme = used === scheme ? undefined : used;
            const deviations = [id.other, time.change, change, otherScheme].filter(Boolean).length;
            const place = [used, id.value, time.value, bodyAt, secrets.indexOf(secret)].join(' ');
            const mac =
              macs.get(place) ??
              MACS[used](secret.secret, { eventId: id.value, timestamp: time.value, body });
            macs.set(place, mac);
            return {
              mac,
              secret,
              body: change,
              timestamp: time.change,
              idFromOtherHeader: id.other,
              otherScheme,
              cost: deviations + (isExpected(secret) ? 0 : 1),
            };
          }),
        ),
      ),
    ),
  );
}

/** A body that was changed by code is compared with the secrets that this code should have, to save time. */
function triedWith(change: Match['body'], secrets: readonly KnownSecret[]) {
  const isOfPaste = change === undefined || change === 'end_break' || change === 'edited';
  return isOfPaste ? secrets : secrets.filter(({ owner }) => owner.kind !== 'other');
}

function eventIds(scheme: Scheme, headers: FoundHeaders): { value: string; other: boolean }[] {
  if (scheme !== 'standard') return [{ value: '', other: false }];
  const own = headers.standardId?.value;
  const others = [headers.eventId?.value, headers.legacyId?.value].filter(
    (id) => id !== undefined && id !== own,
  );
  return [
    ...(own === undefined ? [] : [{ value: own, other: false }]),
    ...[...new Set(others)].map((value) => ({ value: value ?? '', other: true })),
  ];
}

interface Timestamp {
  readonly value: string;
  readonly change: TimestampChange | undefined;
}

function timestamps(scheme: Scheme, headers: FoundHeaders): Timestamp[] {
  if (scheme === 'legacy') return [{ value: '', change: undefined }];
  const { timestamp, standardTimestamp } = headers;
  const [own, other] =
    scheme === 'service' ? [timestamp, standardTimestamp] : [standardTimestamp, timestamp];
  const found: Timestamp[] = [];
  if (own) found.push({ value: own.value, change: undefined });
  if (own && /^\d{13}$/.test(own.value)) {
    found.push({ value: own.value.slice(0, 10), change: 'milliseconds' });
  }
  if (other && other.value !== own?.value) {
    found.push({ value: other.value, change: 'from_other_header' });
  }
  return found;
}

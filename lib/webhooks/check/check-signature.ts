import type { Scheme } from '../delivery/sign';
import { bodyFindings, type StoredEvent } from './body-findings';
import { bodyVariants } from './body-variants';
import { type FoundHeaders, findHeaders, HEADERS } from './find-headers';
import { type Finding, note, ok, problem } from './finding';
import { headerFindings } from './header-findings';
import { isExpected, type KnownSecret, nameOf, withoutPrefix } from './known-secret';
import { givenSignatures, type Match, matchSignature } from './match-signature';
import type { PastedRequest } from './pasted-request';
import { isClean, signatureFindings } from './signature-findings';
import { timeFindings } from './time-findings';

/** `untimely`: the signature is right, but the timestamp is outside the tolerance. */
export type Verdict = 'valid' | 'untimely' | 'invalid';

export interface SignatureReport {
  readonly verdict: Verdict;
  /** Most important first. */
  readonly findings: readonly Finding[];
}

interface Asked {
  readonly request: PastedRequest;
  /** The chosen key's or the pasted secret first, then other candidates. */
  readonly secrets: readonly KnownSecret[];
  /** The event named by the request, or the one its body resembles. */
  readonly stored: StoredEvent | undefined;
  readonly now: Date;
}

const SCHEMES = ['service', 'standard', 'legacy'] as const;

/**
 * Verifies a pasted request as an endpoint should, and explains failures. Never returns the right
 * signature, which would allow forged webhooks.
 */
export function checkSignature({ request, secrets, stored, now }: Asked): SignatureReport {
  const headers = findHeaders(request.headers);
  const variants = bodyVariants(request.body);
  const edited = stored && !variants.some(({ body }) => body === stored.body);
  const searched = {
    headers,
    bodies: [...variants, ...(edited ? [{ body: stored.body, change: 'edited' as const }] : [])],
    secrets: [...secrets, ...secrets.flatMap(withoutPrefix)],
  };
  const matches = new Map<Scheme, Match>();
  for (const scheme of SCHEMES) {
    const match = matchSignature(scheme, searched);
    if (match) matches.set(scheme, match);
  }
  const best = SCHEMES.map((scheme) => matches.get(scheme)).find((match) => match !== undefined);
  const length = headers.length?.value;
  const findings = inOrder([
    ...SCHEMES.flatMap((scheme) => signatureFindings(scheme, headers, matches.get(scheme))),
    ...headerFindings(headers),
    ...bodyFindings(request.body, stored, best, length),
    ...timeFindings(headers, now),
    ...secretRight(best),
    ...unmatched(headers, matches, secrets, stored?.body === request.body),
    ...eventFindings(headers, stored),
  ]);
  return { verdict: verdictOf(findings, [...matches.values()]), findings };
}

/** Confirms the secret when no signature is valid as pasted. */
function secretRight(match: Match | undefined): Finding[] {
  if (!match || isClean(match) || !isExpected(match.secret)) return [];
  const detail = `Apart from the problems above, it was signed with ${nameOf(match.secret)}.`;
  return [ok('secret_right', 'The secret is right.', detail)];
}

/** Problems first, each once. */
function inOrder(findings: readonly Finding[]): Finding[] {
  const once = findings.filter(
    ({ code }, at) => findings.findIndex((one) => one.code === code) === at,
  );
  const rank = { problem: 0, ok: 1, note: 2 };
  return once.sort((a, b) => rank[a.kind] - rank[b.kind]);
}

/** Signatures that match no secret and no known change of the request. */
function unmatched(
  headers: FoundHeaders,
  matches: ReadonlyMap<Scheme, Match>,
  secrets: readonly KnownSecret[],
  bodyAsSent: boolean,
): Finding[] {
  const open = SCHEMES.filter(
    (scheme) => !matches.has(scheme) && givenSignatures(scheme, headers).length > 0,
  );
  if (open.length === 0) return [];
  const names = open.map((scheme) => HEADERS[scheme]).join(' and ');
  if (matches.size > 0) {
    const detail = 'Another header’s signature does fit: the value or what it covers was changed.';
    return [problem('signature_changed', `${names} does not fit.`, detail)];
  }
  const [chosen] = secrets;
  const compared = chosen ? nameOf(chosen) : 'any secret';
  const detail = bodyAsSent
    ? 'The body is as sent, so the timestamp or the signature was changed on the way, or Blocktally did not sign this request.'
    : 'Either the body or the timestamp was changed on the way, or the endpoint has the secret of another key, or Blocktally did not send this. Paste the raw body as the endpoint received it, and look up the event id under Webhook deliveries.';
  return [problem('no_match', `${names} does not fit ${compared}.`, detail)];
}

function eventFindings(
  { eventId, legacyId, standardId }: FoundHeaders,
  stored: StoredEvent | undefined,
): Finding[] {
  const given = (eventId ?? legacyId ?? standardId)?.value;
  if (given === undefined || given === stored?.id) return [];
  if (stored) {
    const detail = `The body was sent as ${stored.id}: the header with the id was changed.`;
    return [problem('event_id_wrong', 'The event id does not match this body.', detail)];
  }
  const detail =
    'Test webhooks are not stored, and events of other merchants are not searched. Your own events are under Webhook deliveries.';
  return [note('event_unknown', 'No event of this merchant has this id.', detail)];
}

function verdictOf(findings: readonly Finding[], matches: readonly Match[]): Verdict {
  const problems = findings.filter(({ kind }) => kind === 'problem');
  if (!matches.some(isClean) && !matches.some(isCleanButPasted)) return 'invalid';
  if (problems.length === 0) return 'valid';
  const timely = problems.every(({ code }) => /^timestamp_(?:old|future)$/.test(code));
  return timely ? 'untimely' : 'invalid';
}

/** A line break from pasting is not an error of the request. */
function isCleanButPasted(match: Match): boolean {
  return match.body === 'end_break' && isExpected(match.secret);
}

import type { Scheme } from '../delivery/sign';
import { type FoundHeaders, HEADERS } from './find-headers';
import { type Finding, note, ok, problem } from './finding';
import { isExpected, nameOf } from './known-secret';
import { givenSignatures, type Match } from './match-signature';

const SCHEME_NAMES: Readonly<Record<Scheme, string>> = {
  service: 'the current scheme',
  legacy: 'the older scheme',
  standard: 'Standard Webhooks',
};

/** Whether the signature matches the request as pasted, with a secret that the endpoint uses. */
export function isClean(match: Match): boolean {
  return !match.body && isExpected(match.secret);
}

/** The findings about one header's signature, without those about body and timestamp. */
export function signatureFindings(
  scheme: Scheme,
  headers: FoundHeaders,
  match: Match | undefined,
): Finding[] {
  if (match) return [...(isClean(match) ? [valid(scheme, match)] : []), ...secretFindings(match)];
  if (!headers[scheme] || givenSignatures(scheme, headers).length > 0) return [];
  const detail =
    scheme === 'standard'
      ? 'It is sent as v1, and 44 characters of base64, a signature for each secret with a space between.'
      : 'It is sent as sha256= and 64 hex digits.';
  return [problem('signature_unreadable', `${HEADERS[scheme]} holds no signature.`, detail)];
}

function valid(scheme: Scheme, { secret }: Match): Finding {
  const { owner } = secret;
  const until =
    owner.kind !== 'pasted' && owner.until
      ? ` The next webhooks carry it until ${utc(owner.until)}.`
      : '';
  return ok(
    `${scheme}_valid`,
    `${HEADERS[scheme]} is valid.`,
    `It was made with ${nameOf(secret)}, by ${SCHEME_NAMES[scheme]}.${until}`,
  );
}

const utc = (moment: Date) => `${moment.toISOString().slice(0, 16).replace('T', ' ')} UTC`;

function secretFindings({ secret }: Match): Finding[] {
  const { owner } = secret;
  if (isExpected(secret)) {
    if (owner.kind === 'pasted' || owner.age === 'current') return [];
    const detail =
      'It was rotated. While both are valid X-Service-Signature and webhook-signature hold a signature for each; give the endpoint the current one before the overlap ends.';
    return [note('secret_previous', 'It is signed with the previous signing secret.', detail)];
  }
  if (owner.form === 'trimmed') {
    const detail = 'It was copied with a line break or a quote. Remove it.';
    return [problem('secret_spaces', 'The pasted secret has extra characters.', detail)];
  }
  if (owner.form === 'without_prefix') {
    const detail = 'The whole text is the secret: the endpoint needs it with its prefix whsec_.';
    return [problem('secret_without_prefix', 'The pasted secret lacks its prefix.', detail)];
  }
  if (owner.form === 'prefix_dropped') {
    const detail =
      'For the X- headers the key is the whole text, whsec_ included. This request was not signed by Blocktally, but by something that omits the prefix.';
    return [problem('signed_without_prefix', 'It was signed without the prefix whsec_.', detail)];
  }
  if (owner.kind === 'pasted') return [];
  if (owner.kind === 'other') {
    const detail = `The endpoint needs the signing secret of the API key that created the payment. Give it the secret of “${owner.keyName}”, or use a separate URL for the payments of each key.`;
    return [problem('other_key', `It was signed with ${nameOf(secret)}, not yours.`, detail)];
  }
  const ended = owner.until ? ` Its overlap ended at ${utc(owner.until)}.` : '';
  const detail = `It is signed with a secret that was replaced by a rotation.${ended} Webhooks after that carry the current one only, so give that to the endpoint.`;
  return [problem('secret_expired', 'It was signed with an expired secret.', detail)];
}

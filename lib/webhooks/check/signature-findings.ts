import type { Scheme } from '../delivery/sign';
import { type FoundHeaders, HEADERS } from './find-headers';
import { type Finding, note, ok, problem } from './finding';
import { givenSignatures, type UnreadableSignature } from './given-signatures';
import { isExpected, nameOf } from './known-secret';
import type { Match } from './match-signature';

const SCHEME_NAMES: Readonly<Record<Scheme, string>> = {
  service: 'the current scheme',
  legacy: 'the older scheme',
  standard: 'Standard Webhooks',
};

/** Whether the signature matches the request as pasted, with a secret that the endpoint uses. */
export function isClean(match: Match): boolean {
  return isUnaltered(match) && isExpected(match.secret) && match.form === 'as_sent';
}

function isUnaltered(match: Match): boolean {
  return !match.body && !match.timestamp && !match.idFromOtherHeader && !match.otherScheme;
}

/** The findings about one header's signature, without those about body and timestamp. */
export function signatureFindings(
  scheme: Scheme,
  headers: FoundHeaders,
  match: Match | undefined,
): Finding[] {
  const header = headers[scheme];
  if (!header) return [];
  if (!match) return unreadable(scheme, header.value);
  const name = HEADERS[scheme];
  return [
    ...(isUnaltered(match) && match.form === 'as_sent' && isExpected(match.secret)
      ? [valid(scheme, match)]
      : []),
    ...secretFindings(match),
    ...formFindings(name, match),
    ...(match.otherScheme
      ? [
          problem(
            'schemes_mixed',
            `${name} holds the signature of ${SCHEME_NAMES[match.otherScheme]}.`,
            'X-Service-Signature covers timestamp, period and body; X-Signature covers the body alone. Something swapped their values.',
          ),
        ]
      : []),
    ...(match.idFromOtherHeader
      ? [
          problem(
            'event_id_differs',
            'The event ids in the headers differ.',
            'They are all sent with the same id, and Standard Webhooks signs it. Something changed or left out webhook-id.',
          ),
        ]
      : []),
  ];
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
    const detail = `The endpoint needs the signing secret of the API key that created the payment. Give it that of “${owner.keyName}”, or use a separate URL for the payments of each key.`;
    return [problem('other_key', `It was signed with ${nameOf(secret)}, not yours.`, detail)];
  }
  const ended = owner.until ? ` Its overlap ended at ${utc(owner.until)}.` : '';
  const detail = `It is signed with a secret that was replaced by a rotation.${ended} Webhooks after that carry the current one only, so give that to the endpoint.`;
  return [problem('secret_expired', 'It was signed with an expired secret.', detail)];
}

function formFindings(name: string, { form }: Match): Finding[] {
  switch (form) {
    case 'as_sent':
      return [];
    case 'base64':
      return [
        problem(
          'signature_base64',
          `${name} is in base64 instead of hex.`,
          'It is sent as sha256= and 64 hex digits. Only webhook-signature is base64: decode each as it is written before comparing.',
        ),
      ];
    case 'without_prefix':
      return [
        problem(
          'signature_without_prefix',
          `${name} lacks the prefix of the signature.`,
          'It is sent as sha256=… (webhook-signature: v1,…). Compare with the prefix, or remove it from both.',
        ),
      ];
    case 'upper_case':
      return [
        problem(
          'signature_upper_case',
          `${name} is in capital letters.`,
          'It is sent in lower-case hex. Compare the decoded bytes, not the text.',
        ),
      ];
    case 'quoted':
      return [
        note('signature_quoted', `${name} has quotes around it.`, 'They are not sent with it.'),
      ];
  }
}

const UNREADABLE: Readonly<Record<UnreadableSignature, readonly [string, string]>> = {
  other_version: [
    'is of another version',
    'Only v1 exists. Use the signatures with a known version and ignore the others.',
  ],
  other_algorithm: ['is of another algorithm', 'Blocktally signs with HMAC-SHA256 only.'],
  cut_off: ['is cut off', 'A signature is 32 bytes: 64 hex digits, or 44 characters of base64.'],
  not_a_signature: ['holds no signature', 'It is sent as sha256= and 64 hex digits.'],
};

function unreadable(scheme: Scheme, value: string): Finding[] {
  const [why] = givenSignatures(scheme, value).unreadable;
  if (!why) return [];
  const [title, detail] = UNREADABLE[why];
  return [problem(`signature_${why}`, `${HEADERS[scheme]} ${title}.`, detail)];
}

import { type FoundHeaders, HEADERS, type HeaderKey } from './find-headers';
import { type Finding, note, problem } from './finding';

const LEAD = 'Proxies and frameworks rename headers.';

/** Findings about missing and renamed headers. */
export function headerFindings(headers: FoundHeaders): Finding[] {
  const renamed = (Object.keys(HEADERS) as HeaderKey[]).filter((key) => headers[key]?.renamed);
  const [first] = renamed;
  return [
    ...(first
      ? [
          problem(
            'header_renamed',
            `${HEADERS[first]} arrived as ${headers[first]?.name}.`,
            `${LEAD} Look for it under that name, or let the proxy pass it on unchanged.${others(renamed.slice(1))}`,
          ),
        ]
      : []),
    ...missing(headers),
    ...differentIds(headers),
  ];
}

function others(keys: readonly HeaderKey[]): string {
  return keys.length === 0
    ? ''
    : ` The same happened to ${keys.map((key) => HEADERS[key]).join(', ')}.`;
}

function missing({ service, legacy, standard }: FoundHeaders): Finding[] {
  if (service) return [];
  if (standard) return [];
  if (legacy) {
    const detail =
      'X-Signature covers no timestamp, so a request can be replayed. Verify X-Service-Signature, or drop events whose id you have already processed.';
    return [note('legacy_only', 'Only the older signature is present.', detail)];
  }
  const detail =
    'Every webhook has X-Service-Signature, X-Signature and webhook-signature. Paste all headers; if they are not among them, a proxy strips unknown headers, or the request is not from Blocktally.';
  return [problem('signature_missing', 'There is no signature.', detail)];
}

function differentIds({ eventId, legacyId, standardId }: FoundHeaders): Finding[] {
  const ids = new Set([eventId, legacyId, standardId].flatMap((id) => (id ? [id.value] : [])));
  if (ids.size < 2) return [];
  const detail = 'All are sent with the same id: something on the way changed one of them.';
  return [problem('event_id_differs', 'The event ids in the headers differ.', detail)];
}

import type { PastedHeader } from './pasted-request';

/** The headers that the check reads, with the names that we send. */
export const HEADERS = {
  eventId: 'X-Service-Event-Id',
  timestamp: 'X-Service-Timestamp',
  service: 'X-Service-Signature',
  legacyId: 'X-Event-ID',
  legacy: 'X-Signature',
  standardId: 'webhook-id',
  standardTimestamp: 'webhook-timestamp',
  standard: 'webhook-signature',
  length: 'Content-Length',
} as const;

export type HeaderKey = keyof typeof HEADERS;

export interface FoundHeader {
  /** The name as pasted. */
  readonly name: string;
  readonly value: string;
  /** Whether it was renamed on the way. */
  readonly renamed: boolean;
}

export type FoundHeaders = Readonly<Partial<Record<HeaderKey, FoundHeader>>>;

/**
 * Our headers among the pasted ones, in any case, also under names given by proxies, CGI and
 * frameworks: `HTTP_X_SERVICE_SIGNATURE`, `x_service_signature`, `X-Original-…`.
 */
export function findHeaders(pasted: readonly PastedHeader[]): FoundHeaders {
  const keys = Object.keys(HEADERS) as HeaderKey[];
  return Object.fromEntries(
    keys.flatMap((key) => {
      const found = findHeader(pasted, HEADERS[key]);
      return found ? [[key, found]] : [];
    }),
  );
}

function findHeader(pasted: readonly PastedHeader[], wanted: string): FoundHeader | undefined {
  const name = wanted.toLowerCase();
  const exact = pasted.find((header) => header.name.toLowerCase() === name);
  if (exact) return { ...exact, renamed: false };
  const other = pasted.find((header) => isRenamed(header.name, name));
  return other && { ...other, renamed: true };
}

/** Names with the ending of another of our headers: `X-Service-Signature`, `X-Signature`. */
const OURS = new Set<string>(Object.values(HEADERS).map((name) => name.toLowerCase()));

function isRenamed(given: string, wanted: string): boolean {
  const dashed = given.toLowerCase().replaceAll('_', '-');
  const plain = dashed.replace(/^http-/, '');
  if (plain === wanted) return true;
  if (OURS.has(plain) || !wanted.includes('-')) return false;
  const tail = wanted.replace(/^x-/, '');
  // "signature" or "event-id" alone may belong to another service.
  return /^(?:service|webhook)-/.test(tail) && (plain === tail || plain.endsWith(`-${tail}`));
}

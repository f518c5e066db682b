import { createLoader, type inferParserType, parseAsInteger, parseAsString } from 'nuqs/server';

export const auditUrlParsers = {
  action: parseAsString,
  /** The id of the member whose entries are shown. */
  user: parseAsString,
  /** Unix seconds, both ends included. */
  from: parseAsInteger,
  to: parseAsInteger,
  /** The id of the last entry on the previous page. */
  after: parseAsString,
};

export const loadAuditUrl = createLoader(auditUrlParsers);

type AuditUrl = inferParserType<typeof auditUrlParsers>;

export const NO_AUDIT_FILTERS = {
  action: null,
  user: null,
  from: null,
  to: null,
  after: null,
} as const;

export function auditLogSearch(url: AuditUrl): string {
  const given = Object.entries(url).filter(([, value]) => value !== null);
  return new URLSearchParams(given.map(([name, value]) => [name, String(value)])).toString();
}

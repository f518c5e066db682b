import { createLoader, type inferParserType, parseAsInteger, parseAsString } from 'nuqs/server';

/** The log's filters and position in the URL. */
export const auditParsers = {
  action: parseAsString,
  /** The id of the member whose entries are shown. */
  user: parseAsString,
  /** Unix seconds; both ends are included. */
  from: parseAsInteger,
  to: parseAsInteger,
  /** The id of the last entry on the page before. */
  after: parseAsString,
};

/** Reads these values from the URL on the server. */
export const auditUrlOf = createLoader(auditParsers);

type AuditUrl = inferParserType<typeof auditParsers>;

/** Removes every filter. */
export const NO_AUDIT_FILTERS = {
  action: null,
  user: null,
  from: null,
  to: null,
  after: null,
} as const;

/** Returns the query string of the log's endpoint. */
export function searchOf(url: AuditUrl): string {
  const given = Object.entries(url).filter(([, value]) => value !== null);
  return new URLSearchParams(given.map(([name, value]) => [name, String(value)])).toString();
}

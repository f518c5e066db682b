import { createLoader, type inferParserType, parseAsString } from 'nuqs/server';

/** The log's filter and position in the URL. */
export const auditParsers = {
  action: parseAsString,
  /** The last entry of the previous page. */
  after: parseAsString,
};

/** Reads the same values on the server. */
export const auditUrlOf = createLoader(auditParsers);

/** The query string of the log's endpoint. */
export function searchOf({ action, after }: inferParserType<typeof auditParsers>): string {
  return new URLSearchParams({ ...(action && { action }), ...(after && { after }) }).toString();
}

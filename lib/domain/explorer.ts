import { explorerEnvName, NETWORKS, type Network } from './network';
import { isEncodedUrl, parseUrl, URL_ENCODING_RULE } from './parse-url';

/** The URL of a transaction's page at a block explorer, with `{txid}` in place of the id. */
export type ExplorerTemplate = string;

const PLACE = '{txid}';
const SAMPLE = '0'.repeat(64);

export function transactionPage(template: ExplorerTemplate, txid: string): string {
  return template.replace(PLACE, txid);
}

/**
 * Returns an explorer's host. Pages name it, because the explorer learns who opens a transaction.
 */
export function explorerHost(template: ExplorerTemplate): string {
  return new URL(transactionPage(template, SAMPLE)).host;
}

/**
 * Reads the block explorer of each network that has one.
 *
 * @param textOf returns the value of a variable; undefined if it is not set
 * @throws Error naming the variable and the broken rule, never its value
 */
export function parseExplorers(
  textOf: (variable: string) => string | undefined,
): Readonly<Partial<Record<Network, ExplorerTemplate>>> {
  return Object.fromEntries(
    NETWORKS.flatMap((network) => {
      const variable = explorerEnvName(network);
      const text = textOf(variable);
      if (text === undefined || text === 'off') return [];
      const rule = brokenRule(text);
      if (rule) throw new Error(`${variable} ${rule}`);
      return [[network, text]];
    }),
  );
}

function brokenRule(text: string): string | undefined {
  if (text.split(PLACE).length !== 2) return `must have ${PLACE} once, for the transaction’s id`;
  if (!isEncodedUrl(text, '?#')) return URL_ENCODING_RULE;
  const url = parseUrl(transactionPage(text, SAMPLE));
  if (!url || !/^https?:$/.test(url.protocol)) return 'must be an http:// or https:// URL, or off';
  if (url.username || url.password) return 'must have no user or password: every member sees it';
  return url.host.includes(SAMPLE) ? `must have ${PLACE} after the host` : undefined;
}

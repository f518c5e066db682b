import { ageMs } from './clock-skew';

export const SOURCE_FAULTS = [
  'unreachable',
  'no_tls',
  'certificate_changed',
  'unauthorized',
  'no_credentials',
  'address_refused',
  'method_refused',
  'loading',
  'pruned',
  'wrong_network',
  'rate_limited',
  'bad_answer',
  'deep_reorg',
  'history_lost',
] as const;
export type SourceFault = (typeof SOURCE_FAULTS)[number];

/**
 * `behind`: the source lacks blocks that were read before. `late`: blocks are read in time, but
 * some address look-ups are not. `unattended`: no process reads the source, though it may work.
 */
export const CHAIN_CONDITIONS = [
  'following',
  'catching_up',
  'behind',
  'not_read',
  'late',
  'unattended',
  'off',
  ...SOURCE_FAULTS,
] as const;
export type ChainCondition = (typeof CHAIN_CONDITIONS)[number];

interface SourceTraits {
  readonly name: string;
  /**
   * Whether unconfirmed transactions can only be looked up by address. The addresses that are most
   * likely to be paid then come first, and other look-ups may be late.
   */
  readonly readsByAddress: boolean;
  readonly simulates: boolean;
}

const SOURCES = {
  bitcoind: { name: 'Bitcoin node', readsByAddress: false, simulates: false },
  electrum: { name: 'Electrum server', readsByAddress: false, simulates: false },
  esplora: { name: 'Esplora server', readsByAddress: true, simulates: false },
  sandbox: { name: 'sandbox', readsByAddress: false, simulates: true },
  off: { name: 'source', readsByAddress: false, simulates: false },
} as const satisfies Readonly<Record<string, SourceTraits>>;

export type SourceKind = keyof typeof SOURCES;
export const SOURCE_KINDS = Object.keys(SOURCES) as [SourceKind, ...SourceKind[]];

/** Code elsewhere depends on these traits, never on a source's name. */
export const SOURCE_TRAITS: Readonly<Record<SourceKind, SourceTraits>> = SOURCES;

export interface ChainFacts {
  readonly source: SourceKind;
  /** The last block in the database; null before the first read. */
  readonly height: number | null;
  readonly tipHeight: number | null;
  /** When blocks and unconfirmed transactions were last read in full. */
  readonly readAt: Date | null;
  readonly answeredAt: Date | null;
  readonly failingSince: Date | null;
  /** The fault, followed by a colon and the source's message. */
  readonly lastError: string | null;
}

/** Maximum age of the last complete read. Inngest reads an idle chain every minute. */
const FRESH_MS = 75_000;
/** Maximum time since the source last responded, longer than any pause between two reads. */
const MAX_PAUSE_MS = 90_000;

export function chainCondition(facts: ChainFacts, now: Date): ChainCondition {
  if (facts.source === 'off') return 'off';
  if (facts.failingSince) return parseSourceFault(facts.lastError).fault;
  if (facts.height === null) return 'not_read';
  if (blocksBehind(facts.height, facts.tipHeight)) return 'catching_up';
  if (isWithin(facts.readAt, FRESH_MS, now)) return 'following';
  if (!isWithin(facts.answeredAt, MAX_PAUSE_MS, now)) return 'unattended';
  if (facts.tipHeight !== null && facts.tipHeight < facts.height) return 'behind';
  // The source responds, so only the read is incomplete.
  return SOURCE_TRAITS[facts.source].readsByAddress ? 'late' : 'loading';
}

/** Returns how many blocks the database lacks; null if either height is unknown. */
export function blocksBehind(height: number | null, tipHeight: number | null): number | null {
  return height === null || tipHeight === null ? null : Math.max(0, tipHeight - height);
}

export function parseSourceFault(lastError: string | null): {
  fault: SourceFault;
  message: string;
} {
  const [name, ...words] = (lastError ?? '').split(': ');
  const fault = SOURCE_FAULTS.find((one) => one === name);
  return fault
    ? { fault, message: words.join(': ') }
    : { fault: 'bad_answer', message: lastError ?? '' };
}

function isWithin(moment: Date | null, ms: number, now: Date): boolean {
  return moment !== null && ageMs(moment, now) <= ms;
}

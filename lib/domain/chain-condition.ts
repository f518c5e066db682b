import { ageMs } from './clock-skew';

/** The reasons for which a chain's source fails. */
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
 * The condition of a followed network. `behind`: the source lacks blocks that were already read.
 * `late`: blocks are read in time, but address look-ups are not. `unattended`: the source may work,
 * but no process reads it.
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
  /** The source's name within a sentence. */
  readonly name: string;
  /**
   * Whether the source lists unconfirmed transactions only by address. Addresses that are likely to
   * be paid are then looked up first, and others possibly late.
   */
  readonly readsByAddress: boolean;
  /** Whether payments, blocks and reorgs can be simulated on the source. */
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

/** The differences between sources. Other code depends on these capabilities and not on names. */
export const SOURCE_TRAITS: Readonly<Record<SourceKind, SourceTraits>> = SOURCES;

export interface ChainFacts {
  readonly source: SourceKind;
  /** Height of the last block whose effects are in the database; null before the first read. */
  readonly height: number | null;
  /** Height of the best block that the source has reported. */
  readonly tipHeight: number | null;
  /** When blocks and unconfirmed transactions were last read in full. */
  readonly readAt: Date | null;
  /** When the source last answered without a fault. */
  readonly answeredAt: Date | null;
  readonly failingSince: Date | null;
  /** The fault, a colon, and the source's own message. */
  readonly lastError: string | null;
}

/**
 * Inngest reads an idle chain every minute. After this time without a read, the chain counts as
 * stale.
 */
const FRESH_MS = 75_000;
/**
 * Maximum time since the last answer of a source. It is longer than any pause between two reads of
 * a working source.
 */
const MAX_PAUSE_MS = 90_000;

export function chainCondition(facts: ChainFacts, now: Date): ChainCondition {
  if (facts.source === 'off') return 'off';
  if (facts.failingSince) return splitFault(facts.lastError).fault;
  if (facts.height === null) return 'not_read';
  if (blocksBehind(facts.height, facts.tipHeight)) return 'catching_up';
  if (isWithin(facts.readAt, FRESH_MS, now)) return 'following';
  if (!isWithin(facts.answeredAt, MAX_PAUSE_MS, now)) return 'unattended';
  if (facts.tipHeight !== null && facts.tipHeight < facts.height) return 'behind';
  // The source answers, so the read is only incomplete.
  return SOURCE_TRAITS[facts.source].readsByAddress ? 'late' : 'loading';
}

/** Blocks between the source's tip and the database; null while either is unknown. */
export function blocksBehind(height: number | null, tipHeight: number | null): number | null {
  return height === null || tipHeight === null ? null : Math.max(0, tipHeight - height);
}

export function splitFault(lastError: string | null): {
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

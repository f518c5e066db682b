/** Why a chain's source cannot serve us. */
export const SOURCE_FAULTS = [
  'unreachable',
  'unauthorized',
  'loading',
  'pruned',
  'wrong_network',
  'rate_limited',
  'bad_answer',
  'history_lost',
] as const;
export type SourceFault = (typeof SOURCE_FAULTS)[number];

/**
 * How following a network goes. `late`: blocks are followed, but addresses are asked about too
 * slowly; `unattended`: its source may be well, but no process reads it.
 */
export const CHAIN_CONDITIONS = [
  'following',
  'catching_up',
  'not_read',
  'late',
  'unattended',
  'off',
  ...SOURCE_FAULTS,
] as const;
export type ChainCondition = (typeof CHAIN_CONDITIONS)[number];

interface SourceTraits {
  /** As it is called in a sentence. */
  readonly name: string;
  /**
   * Whether it tells of unconfirmed transactions address by address only, so that those who are
   * about to pay go first, and some may be asked about late.
   */
  readonly asksByAddress: boolean;
  /** Whether payments, blocks and reorgs can be simulated on it. */
  readonly simulates: boolean;
}

const SOURCES = {
  bitcoind: { name: 'Bitcoin node', asksByAddress: false, simulates: false },
  esplora: { name: 'Esplora server', asksByAddress: true, simulates: false },
  sandbox: { name: 'sandbox', asksByAddress: false, simulates: true },
  off: { name: 'source', asksByAddress: false, simulates: false },
} as const satisfies Readonly<Record<string, SourceTraits>>;

/** What a chain can be read from. */
export type SourceKind = keyof typeof SOURCES;
export const SOURCE_KINDS = Object.keys(SOURCES) as [SourceKind, ...SourceKind[]];

/** What differs between sources, for all who must not ask for one by its name. */
export const SOURCE_TRAITS: Readonly<Record<SourceKind, SourceTraits>> = SOURCES;

export interface ChainFacts {
  readonly source: SourceKind;
  /** Height of the last block whose effects are in the database; null before the first read. */
  readonly height: number | null;
  /** Blocks between the source's tip and that one. */
  readonly lagBlocks: number | null;
  /** When blocks and unconfirmed transactions were last known in full. */
  readonly readAt: Date | null;
  /** When the source last answered without a fault. */
  readonly answeredAt: Date | null;
  readonly failingSince: Date | null;
  /** The fault, a colon, and the source's own words. */
  readonly lastError: string | null;
}

/** A chain is read every few seconds: one that was not for this long is not fresh any more. */
const FRESH_MS = 60_000;
/** Longer than any pause between two reads of a source that answers. */
const LONGEST_PAUSE_MS = 90_000;

/** The condition that these facts are a sign of. */
export function chainCondition(facts: ChainFacts, now: Date): ChainCondition {
  if (facts.source === 'off') return 'off';
  if (facts.failingSince) return splitFault(facts.lastError).fault;
  if (facts.height === null) return 'not_read';
  if (facts.lagBlocks) return 'catching_up';
  if (isWithin(facts.readAt, FRESH_MS, now)) return 'following';
  if (!isWithin(facts.answeredAt, LONGEST_PAUSE_MS, now)) return 'unattended';
  // It answers, and still not all is known.
  return SOURCE_TRAITS[facts.source].asksByAddress ? 'late' : 'loading';
}

/** Blocks between the source's tip and the database; null while one of them is not known. */
export function blocksBehind(height: number | null, tipHeight: number | null): number | null {
  return height === null || tipHeight === null ? null : Math.max(0, tipHeight - height);
}

/** What a chain's last error says: which fault, and the words to it. */
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
  return moment !== null && now.getTime() - moment.getTime() <= ms;
}

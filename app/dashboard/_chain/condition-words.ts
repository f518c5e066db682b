import type { Route } from 'next';
import type { Tone } from '@/app/_ui/tone';
import { type ChainCondition, SOURCE_TRAITS, type SourceKind } from '@/lib/domain/chain-condition';
import { type Network, networkVariable } from '@/lib/domain/network';

export interface ConditionWords {
  /** For the badge. */
  readonly label: string;
  readonly tone: Tone;
  /** What it means, in a sentence. */
  readonly means: string;
  /** What a person does about it; undefined where there is nothing to do. */
  readonly todo?: string;
  /** The part of docs/operations.md that says more. */
  readonly runbook?: string;
}

interface Circumstances {
  readonly network: Network;
  readonly source: SourceKind;
  readonly lag_blocks: number | null;
}

const NOT_FOLLOWED = 'a-chain-that-is-not-followed';
const UNHARMED = 'Nothing expires meanwhile, and nothing is lost.';

/** What the words are about, by name. */
interface Names {
  readonly name: string;
  readonly setting: string;
  readonly network: Network;
  readonly source: SourceKind;
  readonly lag: number | null;
}

const failed = (words: Omit<ConditionWords, 'tone'>): ConditionWords => ({
  runbook: NOT_FOLLOWED,
  ...words,
  tone: 'failed',
});

const waits = (words: Omit<ConditionWords, 'tone'>): ConditionWords => ({
  runbook: NOT_FOLLOWED,
  ...words,
  tone: 'pending',
});

const WORDS: Readonly<Record<ChainCondition, (names: Names) => ConditionWords>> = {
  following: ({ source }) => ({
    label: 'Followed',
    tone: 'confirmed',
    means: SOURCE_TRAITS[source].asksByAddress
      ? 'Blocks are read as they come. Unconfirmed payments are asked about address by address, those whose page is open first.'
      : 'Blocks and unconfirmed transactions are read as they come.',
  }),
  catching_up: ({ lag }) => ({
    label: 'Catching up',
    tone: 'detected',
    means: `${lag === 1 ? '1 block is' : `${lag} blocks are`} still to be read. Confirmations are behind. ${UNHARMED}`,
  }),
  not_read: () => ({
    label: 'Not read yet',
    tone: 'idle',
    means: 'The first read takes a few seconds. Payments can be created meanwhile.',
    todo: 'If this stays, look into the server’s log.',
  }),
  loading: ({ name }) =>
    waits({
      label: 'Loading',
      means: `The ${name} is still starting, or catching up itself, and cannot tell all yet. ${UNHARMED}`,
      todo: 'Wait. A node that was just started may need minutes, a new one days.',
    }),
  late: () =>
    waits({
      label: 'Look-ups late',
      means:
        'Blocks are followed, but more payments wait for a look-up than the server may be asked about. They are seen later, and expire later.',
      todo: 'Use a node of your own. If the Esplora server is yours, raise ESPLORA_LOOKUPS_PER_MINUTE.',
    }),
  unattended: ({ name }) =>
    failed({
      label: 'Nobody reads it',
      means: `The ${name} did not fail, but no server process has read this chain for a while. ${UNHARMED}`,
      todo: 'Check that a server with this network’s setting runs, and that Inngest reaches it if it runs the jobs.',
    }),
  off: ({ setting }) =>
    failed({
      label: 'Switched off',
      means: 'This installation does not follow the network: payments on it are not seen.',
      todo: `Set ${setting} and start the server again.`,
    }),
  unreachable: ({ name, setting }) =>
    failed({
      label: 'Unreachable',
      means: `The ${name} does not answer. ${UNHARMED}`,
      todo: `Check that it runs, and that ${setting} has its address.`,
    }),
  unauthorized: ({ name, setting }) =>
    failed({
      label: 'Access refused',
      means: `The ${name} refuses the user name or the password. ${UNHARMED}`,
      todo: `Put the right ones into ${setting} and start the server again.`,
    }),
  wrong_network: ({ name, setting, network }) =>
    failed({
      label: 'Wrong network',
      means: `The ${name} is on another network than ${network}, so nothing of it is believed.`,
      todo: `Point ${setting} at a source on ${network}.`,
    }),
  rate_limited: ({ name }) =>
    waits({
      label: 'Asked to wait',
      means: `The ${name} takes no more requests for now. It is left alone as long as it asks. ${UNHARMED}`,
      todo: 'If this happens often, use a node or a server of your own.',
    }),
  bad_answer: ({ name, setting }) =>
    failed({
      label: 'Wrong answers',
      means: `The ${name} answers, but not as it should, and is not believed. ${UNHARMED}`,
      todo: `Check what stands behind ${setting}: a proxy, a version, a damaged index.`,
    }),
  pruned: ({ name, setting }) =>
    failed({
      label: 'Pruned too far',
      means: `The ${name} has thrown away a block that was not read yet. ${UNHARMED}`,
      todo: `Point ${setting} at one that has it until the chain is caught up.`,
      runbook: 'a-node-that-pruned-too-much',
    }),
  history_lost: ({ setting }) =>
    failed({
      label: 'History lost',
      means:
        'The chain of the source left the one that was followed deeper than the blocks that are kept.',
      todo: `Check that ${setting} is the right source. If the chain did change that deep, a person has to decide.`,
      runbook: 'reorg-beyond-history',
    }),
};

/** How following a network goes: what it means, and what to do. */
export function conditionWords(
  condition: ChainCondition,
  { network, source, lag_blocks: lag }: Circumstances,
): ConditionWords {
  const { name } = SOURCE_TRAITS[source];
  const setting = networkVariable(network);
  return WORDS[condition]({ name, setting, network, source, lag });
}

/** The page of the documentation where a runbook stands. */
export function runbookPage(runbook: string): Route {
  return `/docs/operations#${runbook}` as Route;
}

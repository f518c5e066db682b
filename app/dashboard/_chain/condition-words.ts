import type { Route } from 'next';
import type { Tone } from '@/app/_ui/badge';
import { type ChainCondition, SOURCE_TRAITS, type SourceKind } from '@/lib/domain/chain-condition';
import { countWithNoun } from '@/lib/domain/count-with-noun';
import { type Network, networkEnvName } from '@/lib/domain/network';
import { MAX_REORG_DEPTH, reorgDepth } from '@/lib/domain/reorg-depth';
import type { ReorgResponse } from '@/lib/http/chains/chains-response';

export interface ConditionWords {
  readonly label: string;
  readonly tone: Tone;
  readonly means: string;
  /** What to do; undefined if nothing needs to be done. */
  readonly todo?: string;
  /** An anchor in docs/operations.md. */
  readonly runbook?: string;
}

interface Circumstances {
  readonly network: Network;
  readonly source: SourceKind;
  readonly lag_blocks: number | null;
}

const NOT_FOLLOWED = 'a-chain-that-is-not-followed';
export const DEEP_REORG_ANCHOR = 'a-deep-reorg';
const SAFE = 'Until then, no payment expires and nothing is lost.';

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

const pending = (words: Omit<ConditionWords, 'tone'>): ConditionWords => ({
  runbook: NOT_FOLLOWED,
  ...words,
  tone: 'pending',
});

const WORDS: Readonly<Record<ChainCondition, (names: Names) => ConditionWords>> = {
  following: ({ source }) => ({
    label: 'Following',
    tone: 'confirmed',
    means:
      source === 'electrum'
        ? 'Block headers are read as they arrive, and the server reports the transactions of your addresses.'
        : SOURCE_TRAITS[source].readsByAddress
          ? 'Blocks are read as they arrive. Unconfirmed payments are looked up address by address, starting with those whose payment page is open.'
          : 'Blocks and unconfirmed transactions are read as they arrive.',
  }),
  catching_up: ({ lag }) => ({
    label: 'Catching up',
    tone: 'detected',
    means: `${countWithNoun(lag ?? 0, 'block')} behind, so confirmations are late. ${SAFE}`,
  }),
  behind: ({ name, setting }) =>
    pending({
      label: 'Source behind',
      means: `The ${name} has fewer blocks than Blocktally has already read, so it is probably syncing again. ${SAFE}`,
      todo: `Wait until the source has caught up. A node that syncs from scratch needs days. If the tip does not rise, check that ${setting} is the right source.`,
    }),
  not_read: () => ({
    label: 'Not read yet',
    tone: 'idle',
    means: 'The first read takes a few seconds. You can already create payments.',
    todo: 'If this does not change, check the server’s log.',
  }),
  loading: ({ name }) =>
    pending({
      label: 'Loading',
      means: `The ${name} is starting or still syncing, and does not have all data yet. ${SAFE}`,
      todo: 'Wait. A restarted node may need minutes, and a new node days.',
    }),
  late: () =>
    pending({
      label: 'Look-ups delayed',
      means:
        'Blocks are read, but the request limit is too low for the number of payments to look up. Payments are detected late and expire late.',
      todo: 'Run your own node. If the Esplora server is yours, raise ESPLORA_LOOKUPS_PER_MINUTE.',
    }),
  unattended: ({ name }) =>
    failed({
      label: 'Not followed',
      means: `The ${name} works, but no server process has read this chain for a while. ${SAFE}`,
      todo: 'Check that a server process that has this network’s setting is running and, if Inngest runs the jobs, that Inngest can reach it.',
    }),
  off: ({ setting }) =>
    failed({
      label: 'Switched off',
      means: 'This installation does not follow the network, so payments on it are not detected.',
      todo: `Set ${setting} and restart the server.`,
    }),
  unreachable: ({ name, setting }) =>
    failed({
      label: 'Unreachable',
      means: `The ${name} does not respond. ${SAFE}`,
      todo: `Check that the ${name} is running and that ${setting} has its address.`,
    }),
  no_tls: ({ name, setting, source }) => {
    const [tls, plain] =
      source === 'electrum' ? ['electrum+ssl://', 'electrum+tcp://'] : ['https://', 'http://'];
    return failed({
      label: 'No TLS',
      means: `${setting} begins with ${tls}, but the ${name} does not use TLS at this port. ${SAFE}`,
      todo: `Write ${plain} in ${setting}, or put a proxy with TLS in front of the ${name}. Then restart the server.`,
    });
  },
  certificate_changed: ({ name, network }) =>
    failed({
      label: 'Certificate changed',
      means: `The ${name} has a different certificate than before, so nothing is sent to it. Somebody may be between you and the server. ${SAFE}`,
      todo: `If you know that the server got a new certificate, run “npm run -s admin -- chain trust --network ${network}”.`,
      runbook: 'a-changed-certificate',
    }),
  no_credentials: ({ name, setting, source }) =>
    failed({
      label: 'No credentials',
      means: `The ${name} asks for a user name and password, and ${setting} has none. ${SAFE}`,
      todo:
        source === 'bitcoind'
          ? `Add them before the host, as in http://user:password@host:port, or name the node’s cookie file in ${setting}_COOKIE_FILE. Then restart the server.`
          : 'Add them before the host, as in http://user:password@host:port, and restart the server.',
    }),
  address_refused: ({ name, source }) =>
    failed({
      label: 'Address refused',
      means: `The ${name} accepts no requests from the address of Blocktally’s server. ${SAFE}`,
      todo:
        source === 'bitcoind'
          ? 'Add the server’s address to rpcallowip in the node’s bitcoin.conf, and restart the node.'
          : `Ask the operator of the ${name} for access, or use another one.`,
    }),
  method_refused: ({ name }) =>
    failed({
      label: 'Method refused',
      means: `The ${name} does not let this user call every method that Blocktally needs. ${SAFE}`,
      todo: 'Add the methods below to rpcwhitelist in the node’s bitcoin.conf, and restart the node.',
    }),
  unauthorized: ({ name, setting }) =>
    failed({
      label: 'Access denied',
      means: `The ${name} rejects the user name or password. ${SAFE}`,
      todo: `Correct the credentials in ${setting} and restart the server.`,
    }),
  wrong_network: ({ name, setting, network }) =>
    failed({
      label: 'Wrong network',
      means: `The ${name} is not on ${network}, so its data is ignored.`,
      todo: `Point ${setting} at a source on ${network}.`,
    }),
  rate_limited: ({ name }) =>
    pending({
      label: 'Rate limited',
      means: `The ${name} accepts no more requests for now. Reading resumes when it accepts requests again. ${SAFE}`,
      todo: 'If this happens often, run your own node or Esplora server.',
    }),
  bad_answer: ({ name, setting }) =>
    failed({
      label: 'Invalid responses',
      means: `The ${name} sends invalid responses, so its data is ignored. ${SAFE}`,
      todo: `Check what runs at ${setting}. It may be a proxy, another version, or a damaged index.`,
    }),
  pruned: ({ name, setting }) =>
    failed({
      label: 'Pruned too far',
      means: `The ${name} has pruned a block that was not read yet. ${SAFE}`,
      todo: `Point ${setting} at a source that still has the block until the chain has caught up.`,
      runbook: 'a-node-that-pruned-too-much',
    }),
  deep_reorg: ({ setting }) =>
    failed({
      label: 'Confirmations stopped',
      means: `The source replaces more than ${MAX_REORG_DEPTH} blocks that were already read, so its data is ignored. Until this is fixed, no payment is confirmed and none expires.`,
      todo: `Check that ${setting} is the right source. If it is, the operator accepts its chain with the command in the runbook.`,
      runbook: DEEP_REORG_ANCHOR,
    }),
  history_lost: ({ setting }) =>
    failed({
      label: 'History lost',
      means: 'The source follows another chain than before, which has none of the stored blocks.',
      todo: `Check that ${setting} is the right source. Follow the runbook only if the chain really had a reorg that deep.`,
      runbook: 'reorg-beyond-history',
    }),
};

export function conditionWords(
  condition: ChainCondition,
  { network, source, lag_blocks: lag }: Circumstances,
): ConditionWords {
  const { name } = SOURCE_TRAITS[source];
  const setting = networkEnvName(network);
  return WORDS[condition]({ name, setting, network, source, lag });
}

export function reorgText(reorg: ReorgResponse): string {
  return `The network replaced ${countWithNoun(reorgDepth(reorg), 'block')} above block ${reorg.fork_height}. Before you ship, check the payments that these blocks had confirmed.`;
}

export function runbookPage(runbook: string): Route {
  return `/docs/operations#${runbook}` as Route;
}

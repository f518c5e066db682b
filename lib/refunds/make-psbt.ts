import type { Db } from '@/db/client';
import { scriptToAddress } from '@/lib/bitcoin/address';
import { createIndependentDeriver } from '@/lib/bitcoin/create-independent-deriver';
import {
  payoutPsbt,
  selectUnspentOutputs,
  type UnspentOutputSelection,
} from '@/lib/bitcoin/payout-psbt';
import { type SpendableWallet, spendableWallet } from '@/lib/bitcoin/spending';
import { type Block, type ChainSource, SourceError } from '@/lib/chain/source';
import { assertMayChange, type Member } from '@/lib/domain/actor';
import type { Network } from '@/lib/domain/network';
import { invalidField } from '@/lib/domain/problems';
import { findOwnWallet } from '@/lib/keys/find-or-add-wallet';
import { reportAlteration } from '@/lib/keys/seal';
import { getPayment } from '@/lib/payments/get-payment';
import { readyRefunds } from './ready-refunds';
import {
  countSpends,
  type KnownUnspentOutput,
  listKnownUnspentOutputs,
  outpointOf,
} from './wallet-coins';

interface PsbtDeps {
  readonly db: Db;
  readonly sources: ReadonlyMap<Network, ChainSource>;
}

interface PsbtRequest {
  readonly refundIds: readonly string[];
  /** The fee rate in satoshis per virtual byte; null for the source's estimate. */
  readonly feeRate: number | null;
  /**
   * The index of the change address; null for the next one that this server believes to be unused.
   */
  readonly changeIndex: number | null;
}

interface MadePsbt extends UnspentOutputSelection {
  /** The unsigned transaction in BIP 174's binary format. */
  readonly psbt: Uint8Array;
  readonly feeRate: number;
  readonly changeIndex: number;
  /** Whether the source confirmed that the outputs to spend are unspent. */
  readonly isChecked: boolean;
}

/**
 * Returns an unsigned transaction that pays refunds. It spends outputs of the wallet that received
 * the first refund's payment. Nothing is stored, and this server has no key with which to sign.
 *
 * @throws Problem `forbidden` for a viewer; `not_found`; `refund_not_open`; `invalid_request` when
 *   no PSBT can be made for the descriptor, the known outputs do not suffice, or the source has no
 *   fee rate; `address_not_verified`
 */
export async function makePsbt(
  { db, sources }: PsbtDeps,
  actor: Member,
  request: PsbtRequest,
): Promise<MadePsbt> {
  assertMayChange(actor);
  const refunds = await readyRefunds(db, actor, request.refundIds);
  const [first] = refunds;
  if (!first) throw invalidField('/ids', 'required', 'Choose at least one refund.');
  const { network } = first;
  const { row: paid } = await getPayment(db, actor, first.paymentId);
  const own = paid.walletId && (await findOwnWallet(db, actor.merchantId, paid.walletId));
  const source = sources.get(network);
  if (!own || !source) throw noPsbt();
  const scripts = spendableWallet(own.descriptor, network);
  if (!scripts) throw noPsbt();
  const feeRate = request.feeRate ?? (await orUndefined(source.spending.feeRate()));
  if (!feeRate) {
    throw invalidField('/fee_rate', 'required', 'Enter a fee rate: the source has no estimate.');
  }
  const changeIndex = request.changeIndex ?? (await countSpends(db, own.id, network));
  await requireVerifiedChange(own, scripts, changeIndex, actor.merchantId);
  const known = await listKnownUnspentOutputs(db, actor, { walletId: own.id, network });
  const spent = await orUndefined(source.spending.spent(known.map(outpointOf)));
  const coins = known.filter((coin) => !spent?.has(outpointOf(coin)));
  const recipients = refunds.map(({ address, sats }) => ({ address, sats }));
  const psbtRequest = { wallet: scripts, network, recipients, feeRate, changeIndex };
  const payout = selectUnspentOutputs(coins, psbtRequest);
  if (!payout) throw tooFew(coins);
  const raws = await transactionsOf(source, scripts, payout.coins as readonly KnownUnspentOutput[]);
  const psbt = payoutPsbt(payout, psbtRequest, (txid) => raws.get(txid));
  return { ...payout, psbt, feeRate, changeIndex, isChecked: spent !== undefined };
}

/**
 * @throws Problem `address_not_verified` when two implementations derive different change addresses
 */
async function requireVerifiedChange(
  { id, descriptor, network }: Awaited<ReturnType<typeof findOwnWallet>>,
  scripts: SpendableWallet,
  index: number,
  merchantId: string,
): Promise<void> {
  const first = Buffer.from(scripts.change(index).script).toString('hex');
  const changeBranch = descriptor.replaceAll('/0/*', '/1/*');
  const derive = await createIndependentDeriver(changeBranch, network);
  const [second] = await derive([index]);
  if (second === scriptToAddress(first, network)) return;
  throw reportAlteration({ kind: 'wallet', id, owner: { merchantId } });
}

/**
 * Returns the complete transactions of outputs, read from their blocks, because every source can
 * return blocks. Without the transactions, only segwit outputs can be signed, and some hardware
 * wallets warn.
 */
async function transactionsOf(
  source: ChainSource,
  { isSegwit }: SpendableWallet,
  coins: readonly KnownUnspentOutput[],
): Promise<ReadonlyMap<string, Uint8Array>> {
  const found = new Map<string, Uint8Array>();
  const wanted = new Set(coins.map(({ txid }) => txid));
  for (const height of new Set(coins.map((coin) => coin.height))) {
    const txids = coins.filter((coin) => coin.height === height).map(({ txid }) => txid);
    const reading = blockAt(source, height, txids);
    const block = await (isSegwit ? orUndefined(reading) : reading);
    for (const transaction of block?.transactions ?? []) {
      if (wanted.has(transaction.txid())) found.set(transaction.txid(), transaction.raw());
    }
  }
  return found;
}

async function blockAt(
  source: ChainSource,
  height: number,
  txids: readonly string[],
): Promise<Block | undefined> {
  const hash = await source.hashAt(height);
  return hash === undefined ? undefined : source.block(hash, { txids });
}

/** Returns undefined if the source fails, because signing does not need its answer. */
async function orUndefined<T>(answer: Promise<T>): Promise<T | undefined> {
  try {
    return await answer;
  } catch (error) {
    if (error instanceof SourceError) return undefined;
    throw error;
  }
}

function noPsbt() {
  return invalidField(
    '/ids',
    'unsupported',
    'There is no PSBT for this wallet: its change branch is unknown, or its scripts need more than signatures. Pay by QR code or with a CSV file.',
  );
}

function tooFew(coins: readonly KnownUnspentOutput[]) {
  const sum = coins.reduce((total, { sats }) => total + sats, 0);
  return invalidField(
    '/ids',
    'out_of_range',
    `The known unspent outputs of this wallet are ${sum} sat, which does not cover the refunds and the fee. Pay by QR code or with a CSV file.`,
  );
}

import { Psbt, Transaction } from 'bitcoinjs-lib';
import { dustSats } from '@/lib/domain/dust';
import type { Network } from '@/lib/domain/network';
import { addressToScript, scriptToAddress } from './address';
import { BITCOIN_PARAMETERS } from './network';
import type { KeyOrigin, SpendableScript, SpendableWallet } from './spending';

/** An unspent output of the wallet. */
export interface UnspentOutput {
  readonly txid: string;
  readonly vout: number;
  readonly sats: number;
  /** The index of the receive address that the output pays. */
  readonly index: number;
}

/** Returns undefined when the source does not have the transaction. */
export type FindTransaction = (txid: string) => Uint8Array | undefined;

export interface Recipient {
  readonly address: string;
  readonly sats: number;
}

export interface UnspentOutputSelection {
  readonly coins: readonly UnspentOutput[];
  readonly feeSats: number;
  /** 0 when the change would be dust and is added to the fee. */
  readonly changeSats: number;
}

/** Makes the transaction replaceable, so its sender can raise the fee (BIP 125). */
const SEQUENCE = 0xfffffffd;
/** The version, the lock time, the counts, and the segwit marker and flag. */
const TRANSACTION_VBYTES = 11;

export interface PayoutRequest {
  readonly wallet: SpendableWallet;
  readonly network: Network;
  readonly recipients: readonly Recipient[];
  /** In satoshis per virtual byte. */
  readonly feeRate: number;
  readonly changeIndex: number;
}

/**
 * Chooses the largest outputs first, which keeps their number small. Returns undefined when all of
 * them together do not cover the amounts and the fee.
 */
export function selectUnspentOutputs(
  coins: readonly UnspentOutput[],
  request: PayoutRequest,
): UnspentOutputSelection | undefined {
  const { wallet, network, recipients, feeRate, changeIndex } = request;
  const due = recipients.reduce((sum, { sats }) => sum + sats, 0);
  const outputs = recipients.map(({ address }) => addressToScript(address, network).length / 2);
  const change = wallet.change(changeIndex).script;
  const changeVbytes = 9 + change.length;
  const ownVbytes = TRANSACTION_VBYTES + outputs.reduce((sum, length) => sum + 9 + length, 0);
  const changeAddress = addressOf(change, network);
  const chosen: UnspentOutput[] = [];
  let total = 0;
  for (const coin of coins.toSorted((a, b) => b.sats - a.sats)) {
    chosen.push(coin);
    total += coin.sats;
    const vbytes = ownVbytes + chosen.length * wallet.inputVbytes;
    const fee = Math.ceil(vbytes * feeRate);
    if (total < due + fee) continue;
    const feeWithChange = Math.ceil((vbytes + changeVbytes) * feeRate);
    const changeSats = total - due - feeWithChange;
    return changeSats >= dustSats(changeAddress)
      ? { coins: chosen, feeSats: feeWithChange, changeSats }
      : { coins: chosen, feeSats: total - due, changeSats: 0 };
  }
  return undefined;
}

/**
 * Returns an unsigned transaction as a PSBT (BIP 174, BIP 371) with all that a signer needs: the
 * spent outputs, their scripts, and the origin of each key. The change is the last output and is
 * marked as the wallet's.
 */
export function payoutPsbt(
  { coins, changeSats }: UnspentOutputSelection,
  { wallet, network, recipients, changeIndex }: PayoutRequest,
  transactionOf: FindTransaction,
): Uint8Array {
  const psbt = new Psbt({ network: BITCOIN_PARAMETERS[network].params });
  for (const coin of coins) {
    const spent = wallet.receive(coin.index);
    psbt.addInput({
      hash: coin.txid,
      index: coin.vout,
      sequence: SEQUENCE,
      ...previousOutput(coin, spent, wallet.isSegwit, transactionOf),
      ...scriptsOf(spent),
      ...originsOf(spent),
    });
  }
  for (const { address, sats } of recipients) {
    const script = new Uint8Array(Buffer.from(addressToScript(address, network), 'hex'));
    psbt.addOutput({ script, value: BigInt(sats) });
  }
  if (changeSats > 0) {
    const change = wallet.change(changeIndex);
    psbt.addOutput({
      script: change.script,
      value: BigInt(changeSats),
      ...scriptsOf(change),
      ...originsOf(change),
    });
  }
  return psbt.toBuffer();
}

/**
 * Proves an input's amount to the signer. Legacy outputs need the whole transaction, and hardware
 * wallets require it for segwit version 0 too. Taproot signatures cover the amounts themselves.
 */
function previousOutput(
  coin: UnspentOutput,
  spent: SpendableScript,
  isSegwit: boolean,
  transactionOf: FindTransaction,
) {
  const witnessUtxo = { script: spent.script, value: BigInt(coin.sats) };
  if (spent.internalKey) return { witnessUtxo };
  const raw = transactionOf(coin.txid);
  if (!raw && !isSegwit) throw new Error('a legacy output needs its transaction');
  const nonWitnessUtxo = raw && Transaction.fromBuffer(raw).toBuffer();
  return { ...(isSegwit && { witnessUtxo }), ...(nonWitnessUtxo && { nonWitnessUtxo }) };
}

function scriptsOf({ redeemScript, witnessScript }: SpendableScript) {
  return { ...(redeemScript && { redeemScript }), ...(witnessScript && { witnessScript }) };
}

function originsOf({ keys, internalKey }: SpendableScript) {
  if (internalKey) {
    return {
      tapInternalKey: internalKey,
      tapBip32Derivation: keys.map((key) => ({ ...derivation(key), leafHashes: [] })),
    };
  }
  return { bip32Derivation: keys.map(derivation) };
}

const derivation = ({ publicKey, fingerprint, path }: KeyOrigin) => ({
  masterFingerprint: fingerprint,
  pubkey: publicKey,
  path,
});

function addressOf(script: Uint8Array, network: Network): string {
  const address = scriptToAddress(Buffer.from(script).toString('hex'), network);
  if (address === undefined) throw new Error('every supported kind of script has an address');
  return address;
}

type Rpc = <T>(method: string, ...params: unknown[]) => Promise<T>;

export interface SendOptions {
  /** In satoshis per virtual byte. */
  feeRate?: number;
  /** Whether the transaction signals that it can be replaced (BIP 125). */
  replaceable?: boolean;
}

/** Actions of the node's own wallet and chain. All amounts are in satoshis. */
export interface NodeWallet {
  address(type?: 'legacy' | 'p2sh-segwit' | 'bech32' | 'bech32m'): Promise<string>;
  tip(): Promise<{ height: number; hash: string }>;
  /** Mines the mempool. By default, the reward goes to a new address of the wallet. */
  mine(count?: number, address?: string): Promise<string[]>;
  /** Mines one block with exactly these transactions: txids of the mempool, or raw hex. */
  mineOnly(transactions?: readonly string[]): Promise<string>;
  sendTo(address: string, sats: number, options?: SendOptions): Promise<string>;
  /**
   * Sends an amount without a lock time, so that a lower block can contain the transaction after a
   * reorg.
   */
  sendUnlocked(address: string, sats: number): Promise<string>;
  /** Sends one transaction with an output for each entry. Returns its id. */
  sendMany(outputs: Readonly<Record<string, number>>): Promise<string>;
  /** Replaces an unconfirmed transaction of the wallet: same outputs, higher fee. */
  bumpFee(txid: string): Promise<string>;
  /**
   * Returns a signed transaction, which is not sent. It spends the inputs of a transaction of the
   * wallet with a higher fee. By default, it pays everything back to the wallet.
   */
  conflicting(txid: string, outputs?: Readonly<Record<string, number>>): Promise<string>;
  /** Sends the transaction that {@link conflicting} returns. Returns its id. */
  replace(txid: string, outputs?: Readonly<Record<string, number>>): Promise<string>;
  disconnect(count: number): Promise<void>;
  /**
   * Replaces the last `count` blocks with one block more. The new blocks contain the mempool's
   * transactions, or with `empty` none.
   */
  reorg(count: number, content?: 'mempool' | 'empty'): Promise<string[]>;
}

/** The additional fee of a replacement. No relay rule requires more. */
const HIGHER_FEE_SATS = 20_000;
const REPLACEABLE = 0xfffffffd;

export function nodeWallet(rpc: Rpc): NodeWallet {
  const address: NodeWallet['address'] = (type = 'bech32') => rpc('getnewaddress', '', type);
  const tip: NodeWallet['tip'] = async () => {
    const info = await rpc<{ blocks: number; bestblockhash: string }>('getblockchaininfo');
    return { height: info.blocks, hash: info.bestblockhash };
  };
  const mine: NodeWallet['mine'] = async (count = 1, to) =>
    rpc('generatetoaddress', count, to ?? (await address()));
  const mineOnly: NodeWallet['mineOnly'] = async (transactions = []) =>
    (await rpc<{ hash: string }>('generateblock', await address(), transactions)).hash;
  const conflicting: NodeWallet['conflicting'] = async (txid, outputs) =>
    signConflict(rpc, txid, outputs ?? {}, await address());
  const disconnect: NodeWallet['disconnect'] = async (count) => {
    const { height } = await tip();
    await rpc('invalidateblock', await rpc<string>('getblockhash', height - count + 1));
  };
  return {
    address,
    tip,
    mine,
    mineOnly,
    conflicting,
    disconnect,
    sendTo: (to, sats, { feeRate = 2, replaceable = true } = {}) =>
      rpc('sendtoaddress', to, btc(sats), '', '', false, replaceable, null, 'unset', null, feeRate),
    sendUnlocked: async (to, sats) => {
      const raw = await rpc<string>('createrawtransaction', [], inBtc({ [to]: sats }));
      const funded = await rpc<{ hex: string }>('fundrawtransaction', raw, {
        fee_rate: 2,
        replaceable: true,
      });
      const signed = await rpc<{ hex: string }>('signrawtransactionwithwallet', funded.hex);
      return rpc('sendrawtransaction', signed.hex);
    },
    sendMany: (outputs) => rpc('sendmany', '', inBtc(outputs)),
    bumpFee: async (txid) => (await rpc<{ txid: string }>('bumpfee', txid)).txid,
    replace: async (txid, outputs) =>
      rpc('sendrawtransaction', await conflicting(txid, outputs), 0),
    reorg: async (count, content = 'mempool') => {
      await disconnect(count);
      if (content === 'mempool') return mine(count + 1);
      const hashes: string[] = [];
      for (let n = 0; n <= count; n += 1) hashes.push(await mineOnly());
      return hashes;
    },
  };
}

interface WalletTransaction {
  fee: number;
  decoded: {
    vin: { txid: string; vout: number }[];
    vout: { value: number; scriptPubKey: { address?: string } }[];
  };
}

async function signConflict(
  rpc: Rpc,
  txid: string,
  outputs: Readonly<Record<string, number>>,
  change: string,
): Promise<string> {
  const original = await rpc<WalletTransaction>('gettransaction', txid, true, true);
  const inputs = original.decoded.vin.map((input) => ({
    txid: input.txid,
    vout: input.vout,
    sequence: REPLACEABLE,
  }));
  const spent = original.decoded.vout.reduce((sum, output) => sum + inSats(output.value), 0);
  const paid = Object.values(outputs).reduce((sum, sats) => sum + sats, 0);
  const rest = spent - paid - HIGHER_FEE_SATS;
  if (rest < 0) throw new Error(`${txid} spends too little to pay ${paid} sats instead`);
  const raw = await rpc<string>('createrawtransaction', inputs, {
    ...inBtc(outputs),
    [change]: btc(rest),
  });
  const signed = await rpc<{ hex: string; complete: boolean }>('signrawtransactionwithwallet', raw);
  if (!signed.complete) throw new Error(`the wallet cannot sign a replacement of ${txid}`);
  return signed.hex;
}

const btc = (sats: number) => (sats / 100_000_000).toFixed(8);
const inSats = (amount: number) => Math.round(amount * 100_000_000);
const inBtc = (outputs: Readonly<Record<string, number>>) =>
  Object.fromEntries(Object.entries(outputs).map(([address, sats]) => [address, btc(sats)]));

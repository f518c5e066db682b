import type { TestNode } from '@/test/support/bitcoind';

export interface PaidOutput {
  readonly txid: string;
  readonly sats: number;
  readonly height: number;
}

/** The node's own report about the current chain and about every payment that its wallet sent. */
export interface NodeFacts {
  readonly tip: { readonly height: number; readonly hash: string };
  readonly paid: ReadonlyMap<string, readonly PaidOutput[]>;
  /** In satoshis, by txid. */
  readonly fees: ReadonlyMap<string, number>;
  /** A text `txid address` for each payment of the wallet, including replaced and lost payments. */
  readonly sent: ReadonlySet<string>;
}

interface Block {
  readonly height: number;
  readonly tx: readonly {
    readonly txid: string;
    /** In bitcoin; absent for a coinbase transaction. */
    readonly fee?: number;
    readonly vout: readonly {
      readonly value: number;
      readonly scriptPubKey: { readonly address?: string };
    }[];
  }[];
}

export async function readNodeFacts(node: TestNode): Promise<NodeFacts> {
  const tip = await node.tip();
  const paid = new Map<string, PaidOutput[]>();
  const fees = new Map<string, number>();
  const sent = new Set<string>();
  for (let height = 1; height <= tip.height; height += 1) {
    const hash = await node.rpc<string>('getblockhash', height);
    const block = await node.rpc<Block>('getblock', hash, 2);
    for (const { txid, fee = 0, vout } of block.tx) {
      fees.set(txid, Math.round(fee * 100_000_000));
      for (const { value, scriptPubKey } of vout) {
        const { address } = scriptPubKey;
        if (address === undefined) continue;
        const outputs = paid.get(address);
        const output = { txid, sats: Math.round(value * 100_000_000), height };
        if (outputs) outputs.push(output);
        else paid.set(address, [output]);
        sent.add(`${txid} ${address}`);
      }
    }
  }
  for (const { txid, address } of await walletPayments(node)) sent.add(`${txid} ${address}`);
  return { tip, paid, fees, sent };
}

async function walletPayments(node: TestNode) {
  const { transactions, removed } = await node.rpc<
    Record<'transactions' | 'removed', { txid: string; address?: string }[]>
  >('listsinceblock', '', 1, true, true);
  return [...transactions, ...removed];
}

export async function deriveAddressesOnNode(
  node: TestNode,
  descriptor: string,
  count: number,
): Promise<string[]> {
  const { descriptor: whole } = await node.rpc<{ descriptor: string }>(
    'getdescriptorinfo',
    descriptor,
  );
  return node.rpc<string[]>('deriveaddresses', whole, [0, Math.max(count - 1, 0)]);
}

import { callNode } from '@/test/support/node-rpc';
import { type ServerProcess, startServer, tsxArgs } from '../support/processes';

export interface BenchNode {
  readonly url: string;
  /** Mines a block. One of its transactions pays the scripts `ours`. Returns the block's hash. */
  mine(transactions: number, ours?: readonly string[]): Promise<string>;
  mineHidden(transactions: number, ours?: readonly string[]): Promise<string>;
  /** Reveals this many hidden blocks at the same time. */
  show(count: number): Promise<void>;
  fill(transactions: number, ours?: readonly string[]): Promise<number>;
  /** Mines the mempool into as few full blocks as possible. */
  confirm(): Promise<void>;
  rpc<T>(method: string, ...params: unknown[]): Promise<T>;
  stop(): Promise<void>;
}

export async function startNode(seed: number): Promise<BenchNode> {
  const server: ServerProcess = await startServer({
    args: (port) => tsxArgs('bench/chain/node-process.ts', String(port), String(seed)),
    ready: '/',
  });
  const url = server.url.replace('://', '://bench:bench@');
  const rpc = <T>(method: string, ...params: unknown[]) => callNode<T>(url, method, params);
  return {
    url,
    rpc,
    mine: async (transactions, ours = []) => {
      const hash = await rpc<string>('bench_mine', transactions, ours);
      await rpc('bench_show', 1);
      return hash;
    },
    mineHidden: (transactions, ours = []) => rpc('bench_mine', transactions, ours),
    confirm: async () => {
      await rpc('bench_confirm');
    },
    show: async (count) => {
      await rpc('bench_show', count);
    },
    fill: (transactions, ours = []) => rpc('bench_fill', transactions, ours),
    stop: () => server.stop(),
  };
}

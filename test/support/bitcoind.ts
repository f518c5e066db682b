import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { createHmac, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { callNode } from './node-rpc';
import { type NodeWallet, nodeWallet } from './node-wallet';
import { reserveStablePort } from './reserve-stable-port';
import { until } from './wait';

export interface BitcoindOptions {
  /** In the node's spelling. Tests can mine blocks only on regtest. */
  chain?: 'regtest' | 'main' | 'test' | 'testnet4' | 'signet';
  /** Allows `rpc('pruneblockchain', height)`. */
  prune?: boolean;
  /** Blocks mined to the wallet at the start. 130 blocks give 30 spendable outputs of 50 BTC. */
  blocks?: number;
  flags?: readonly string[];
}

export interface TestNode extends NodeWallet {
  /** With its credentials: http://user:password@127.0.0.1:port */
  readonly url: string;
  readonly dataDir: string;
  rpc<T = unknown>(method: string, ...params: unknown[]): Promise<T>;
  /** Ends the node. {@link resume} starts it again with the same data and address. */
  pause(signal?: 'SIGTERM' | 'SIGKILL'): Promise<void>;
  /** With `ready: false`, the node may still be loading when this returns. */
  resume(options?: { ready?: boolean }): Promise<void>;
  /**
   * Restarts the node with an empty mempool. Its wallet sends nothing until {@link
   * rememberMempool}.
   */
  forgetMempool(): Promise<void>;
  /**
   * Restarts the node. Some time after the node accepts calls, its wallet sends its unconfirmed
   * transactions again. Mine a block to settle conflicts.
   */
  rememberMempool(): Promise<void>;
  stop(): Promise<void>;
}

/**
 * Starts a Bitcoin node without peers in a temporary folder. On regtest, its wallet has funds.
 *
 * @throws Error with installation instructions if this machine has no node
 */
export async function startBitcoind(options: BitcoindOptions = {}): Promise<TestNode> {
  const chain = options.chain ?? 'regtest';
  const program = bitcoindProgram();
  const dataDir = mkdtempSync(path.join(tmpdir(), 'blocktally-node-'));
  const password = randomBytes(12).toString('hex');
  const port = await reserveStablePort();
  const url = `http://test:${password}@127.0.0.1:${port}`;
  const flags = nodeFlags({ dataDir, port, password, chain, options });
  const rpc = <T>(method: string, ...params: unknown[]) => callNode<T>(url, method, params);
  let child = launch(program, flags, dataDir);

  const ready = () =>
    until(`the Bitcoin node is ready\n${logTail(dataDir)}`, async () => {
      if (child.exitCode !== null) throw new Error(logTail(dataDir));
      // The node responds before it has loaded the mempool that it saved at exit.
      const { loaded } = await rpc<{ loaded: boolean }>('getmempoolinfo');
      return loaded;
    });
  const end = async (signal: NodeJS.Signals) => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    const gone = once(child, 'exit');
    child.kill(signal);
    await gone;
  };
  const node: TestNode = {
    url,
    dataDir,
    rpc,
    ...nodeWallet(rpc),
    pause: (signal = 'SIGTERM') => end(signal),
    resume: async (how = {}) => {
      child = launch(program, flags, dataDir);
      if (how.ready ?? true) await ready();
    },
    forgetMempool: async () => {
      await node.pause();
      rmSync(path.join(dataDir, 'regtest', 'mempool.dat'), { force: true });
      child = launch(program, [...flags, '-walletbroadcast=0'], dataDir);
      await ready();
    },
    rememberMempool: async () => {
      await node.pause();
      await node.resume();
      await node.mine(1);
    },
    stop: async () => {
      await end('SIGKILL');
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
  try {
    await ready();
    if (chain === 'regtest') {
      await rpc('createwallet', 'test', false, false, '', false, true, true);
      const blocks = options.blocks ?? 130;
      if (blocks > 0) await node.mine(blocks, await node.address());
    }
  } catch (error) {
    await node.stop();
    throw error;
  }
  return node;
}

let found: string | undefined;

function bitcoindProgram(): string {
  found ??= findBitcoind();
  return found;
}

function findBitcoind(): string {
  const script = fileURLToPath(new URL('../../scripts/get-bitcoind.sh', import.meta.url));
  return execFileSync(script, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] }).trim();
}

interface FlagInput {
  dataDir: string;
  port: number;
  password: string;
  chain: string;
  options: BitcoindOptions;
}

function nodeFlags({ dataDir, port, password, chain, options }: FlagInput): string[] {
  return [
    `-datadir=${dataDir}`,
    `-chain=${chain}`,
    `-rpcport=${port}`,
    // Unlike -rpcpassword, -rpcauth also accepts the user in the cookie file.
    `-rpcauth=test:salt$${createHmac('sha256', 'salt').update(password).digest('hex')}`,
    '-rpcworkqueue=256',
    '-server',
    '-listen=0',
    '-connect=0',
    '-dnsseed=0',
    '-fixedseeds=0',
    '-printtoconsole=0',
    '-dbcache=32',
    // The node would otherwise generate thousands of keys during its start.
    '-keypool=10',
    '-fallbackfee=0.0001',
    // By default, regtest checks the whole mempool for every transaction, which takes 11 ms.
    '-checkmempool=0',
    '-checkblockindex=0',
    '-blockmaxweight=4000000',
    ...(options.prune ? ['-prune=1', '-fastprune'] : []),
    ...(options.flags ?? []),
  ];
}

const running = new Set<ChildProcess>();
process.once('exit', () => {
  for (const child of running) child.kill('SIGKILL');
});

function launch(program: string, flags: readonly string[], dataDir: string): ChildProcess {
  const child = spawn(program, flags, { cwd: dataDir, stdio: ['ignore', 'ignore', 'inherit'] });
  running.add(child);
  child.once('exit', () => running.delete(child));
  return child;
}

function logTail(dataDir: string): string {
  for (const folder of ['regtest', 'signet', 'testnet3', 'testnet4', '.']) {
    const file = path.join(dataDir, folder, 'debug.log');
    if (existsSync(file)) return readFileSync(file, 'utf8').slice(-2_000);
  }
  return 'It wrote no log.';
}

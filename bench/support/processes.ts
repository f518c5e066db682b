import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, openSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { CACHE, ROOT } from '@/scripts/lib/checkout.mjs';
import { reserveStablePort } from '@/test/support/reserve-stable-port';
import { until } from '@/test/support/wait';

export interface ServerProcess {
  readonly url: string;
  readonly pid: number;
  /** The CPU time so far, in ms; NaN on other systems than Linux. */
  cpuMs(): number;
  stop(): Promise<void>;
}

interface ServerCommand {
  readonly args: (port: number) => readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  readonly ready: string;
}

const READY_WITHIN_MS = 120_000;
const INHERITED = ['HOME', 'PATH', 'TMPDIR'];

/** The server's output goes to .cache/bench-servers.log. */
export async function startServer({ args, env, ready }: ServerCommand): Promise<ServerProcess> {
  const port = await reserveStablePort();
  mkdirSync(CACHE, { recursive: true });
  const output = openSync(path.join(CACHE, 'bench-servers.log'), 'a');
  const child = spawn(process.execPath, [...args(port)], {
    cwd: ROOT,
    // When this process dies, the `ipc` channel closes and the server exits.
    stdio: ['ignore', output, output, 'ipc'],
    env: {
      ...Object.fromEntries(INHERITED.map((name) => [name, process.env[name]])),
      NODE_ENV: 'production',
      NEXT_TELEMETRY_DISABLED: '1',
      PORT: String(port),
      ...env,
    },
  });
  const url = `http://127.0.0.1:${port}`;
  const isReady = async () => {
    if (hasEnded(child)) throw new Error('it has ended: see .cache/bench-servers.log');
    return (await fetch(url + ready)).ok;
  };
  await until(`a server responds at ${ready}`, isReady, READY_WITHIN_MS);
  return {
    url,
    pid: child.pid ?? 0,
    cpuMs: () => cpuMsOf(child.pid ?? 0),
    async stop() {
      if (hasEnded(child)) return;
      const gone = once(child, 'exit');
      child.kill('SIGTERM');
      await gone;
    },
  };
}

const TICKS_PER_SECOND = 100;

function cpuMsOf(pid: number): number {
  for (const read of [cpuMsOfThreads, cpuMsByTicks]) {
    try {
      return read(pid);
    } catch {
      // Only Linux has these files in /proc, and some kernels have no schedstat.
    }
  }
  return Number.NaN;
}

/**
 * Sums the CPU time of all threads, in ms. A thread's schedstat begins with its time in ns
 * (proc(5)).
 */
function cpuMsOfThreads(pid: number): number {
  const times = readdirSync(`/proc/${pid}/task`).map((thread) =>
    Number.parseInt(readFileSync(`/proc/${pid}/task/${thread}/schedstat`, 'utf8'), 10),
  );
  return times.reduce((sum, ns) => sum + ns, 0) / 1_000_000;
}

/**
 * Returns the user and system time in ms. They are fields 14 and 15, in ticks (proc(5)). The name
 * in parentheses before them may contain spaces.
 */
function cpuMsByTicks(pid: number): number {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return ((Number(fields[11]) + Number(fields[12])) * 1_000) / TICKS_PER_SECOND;
}

export const tsxArgs = (file: string, ...args: string[]) => ['--import', 'tsx', file, ...args];

const hasEnded = (child: ChildProcess) => child.exitCode !== null || child.signalCode !== null;

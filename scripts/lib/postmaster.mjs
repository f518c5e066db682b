import { execFileSync } from 'node:child_process';
import {
  existsSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort, whyNotListen } from './ports.mjs';
import { postgresEnvironment } from './postgres-cluster.mjs';
import { run } from './run.mjs';

const POLL_MS = 15;
/**
 * Time limit for a start, which can be long because a large database may have to recover after a
 * crash.
 */
const START_TIMEOUT_S = 86_400;
/** Time limit within which the child processes of a killed server must end. */
const RELEASE_TIMEOUT_MS = 120_000;
const STOP_TIMEOUT_MS = 30_000;
const MAX_LOG_BYTES = 1_000_000;

/**
 * Returns the server that runs on this cluster, once it accepts connections. Removes the lock file
 * of a server that was killed, even if another process has that server's pid now.
 *
 * @returns {Promise<{ pid: number, port: number } | undefined>}
 */
export async function runningPostmaster(cluster) {
  for (;;) {
    const lock = readLock(cluster);
    if (!lock) return undefined;
    if (!isPostmaster(lock.pid, cluster)) {
      rmSync(lockFile(cluster), { force: true });
      return undefined;
    }
    if (lock.ready) return { pid: lock.pid, port: lock.port };
    await sleep(POLL_MS);
  }
}

/**
 * Starts a server on the cluster. The server continues when this process ends. It listens only on
 * loopback, and on the port that it had last if that port is free.
 *
 * @returns {Promise<{ pid: number, port: number }>}
 */
export async function launchPostmaster({ folder, programs, account, settings }) {
  const cluster = realpathSync(path.join(folder, 'cluster'));
  const log = path.join(folder, 'log');
  if (existsSync(log) && statSync(log).size > MAX_LOG_BYTES) renameSync(log, `${log}.1`);
  const portFile = path.join(folder, 'port');
  const deadline = Date.now() + RELEASE_TIMEOUT_MS;
  for (;;) {
    const port = await choosePort(portFile);
    // pg_ctl appends to the log. The earlier part is not read, but it explains a crash.
    const begin = existsSync(log) ? statSync(log).size : 0;
    const options = ['-D', cluster, '-l', log, '-o', serverOptions(port, settings)];
    const { ok, output } = await run(
      path.join(programs, 'pg_ctl'),
      ['start', '--silent', '--wait', `--timeout=${START_TIMEOUT_S}`, ...options],
      // pg_ctl is detached. Otherwise Ctrl-C could end it while it waits, and the server would
      // continue without being noticed.
      { ...account, env: postgresEnvironment(), cwd: folder, detached: true },
    );
    if (ok) {
      writeFileSync(portFile, String(port));
      return { pid: readLock(cluster).pid, port };
    }
    const said = existsSync(log) ? readFileSync(log).subarray(begin).toString() : output;
    // The child processes of a killed server need a moment to notice this and to release its shared
    // memory.
    const passing = /still in use|already in use|could not bind/i.test(said);
    if (!passing || Date.now() > deadline) {
      throw new Error(`PostgreSQL did not start. The end of ${log}:\n${said.slice(-2_000)}`);
    }
    await sleep(250);
  }
}

/**
 * Stops a server in fast mode, in which open transactions are rolled back. Resolves when the server
 * has ended.
 */
export async function stopPostmaster(pid, cluster) {
  for (const signal of ['SIGINT', 'SIGQUIT', 'SIGKILL']) {
    if (!isPostmaster(pid, cluster)) return;
    process.kill(pid, signal);
    const deadline = Date.now() + STOP_TIMEOUT_MS;
    while (Date.now() < deadline) {
      if (!isPostmaster(pid, cluster)) return;
      await sleep(POLL_MS);
    }
  }
}

/** Whether the process is this cluster's server. Another program may have the server's pid now. */
export function isPostmaster(pid, cluster) {
  try {
    return commandLine(pid).includes(`-D ${realpathSync(cluster)}`);
  } catch {
    return false;
  }
}

/**
 * Returns the command line of a process; empty for a zombie. It does not use "ps", because some
 * Linux machines do not have it.
 */
function commandLine(pid) {
  if (process.platform === 'linux') {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ');
  }
  return execFileSync('ps', ['-ww', '-o', 'command=', '-p', String(pid)], { encoding: 'utf8' });
}

/**
 * Returns the server's options. A shell parses them, so no value may contain a space or a quote.
 */
function serverOptions(port, settings) {
  const values = {
    listen_addresses: '127.0.0.1',
    unix_socket_directories: '',
    timezone: 'UTC',
    // PostgreSQL does not log refused statements, because their text may contain secrets. Our code
    // reports them.
    log_min_messages: 'log',
    log_min_error_statement: 'panic',
    ...settings,
  };
  const flags = Object.entries(values).map(([name, value]) => `-c ${name}=${value}`);
  return ['-p', port, ...flags].join(' ');
}

async function choosePort(portFile) {
  const last = existsSync(portFile) ? Number(readFileSync(portFile, 'utf8')) : 0;
  const usable = last > 0 && (await whyNotListen(last, '127.0.0.1')) === undefined;
  return usable ? last : freePort();
}

const lockFile = (cluster) => path.join(cluster, 'postmaster.pid');

/** Reads postmaster.pid, in which line 1 is the pid, line 4 the port and line 8 the state. */
function readLock(cluster) {
  try {
    const lines = readFileSync(lockFile(cluster), 'utf8').split('\n');
    const ready = lines[7]?.startsWith('ready') ?? false;
    return { pid: Number(lines[0]), port: Number(lines[3]), ready };
  } catch {
    return undefined;
  }
}

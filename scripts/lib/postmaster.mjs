import { execFileSync, spawn } from 'node:child_process';
import {
  closeSync,
  existsSync,
  fstatSync,
  openSync,
  readFileSync,
  readlinkSync,
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
import { processIdentity } from './process-identity.mjs';

const POLL_MS = 15;
/** For the child processes of a killed server to end. */
const RELEASE_TIMEOUT_MS = 120_000;
const STOP_TIMEOUT_MS = 30_000;
const MAX_LOG_BYTES = 1_000_000;

/**
 * The server that runs on this cluster, as soon as it accepts connections: after a crash a large
 * database recovers for minutes. Removes the lock file of
 * a killed server, even if another process has its pid now.
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
 * Starts a detached server on the cluster: it outlives this process and does not get Ctrl-C. It
 * listens on loopback only, on its last port if that is free.
 *
 * @returns {Promise<{ pid: number, port: number }>}
 */
export async function launchPostmaster({ folder, programs, account, settings }) {
  const cluster = path.join(folder, 'cluster');
  const portFile = path.join(folder, 'port');
  const deadline = Date.now() + RELEASE_TIMEOUT_MS;
  for (;;) {
    const port = await choosePort(portFile);
    const start = { cluster, folder, programs, account, settings, port };
    const { child, log, output } = spawnPostmaster(start);
    if (await becomesReady(child, cluster)) {
      writeFileSync(portFile, String(port));
      return { pid: child.pid, port };
    }
    const said = output();
    // Child processes of a killed server need a moment to notice and release its shared memory.
    const passing = /still in use|already in use|could not bind/i.test(said);
    if (!passing || Date.now() > deadline) {
      throw new Error(`PostgreSQL did not start. The end of ${log}:\n${said.slice(-2_000)}`);
    }
    await sleep(250);
  }
}

/** Stops a server in fast mode (open transactions are rolled back); resolves when it has ended. */
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

/**
 * Whether the process is this cluster's server: the pid may now belong to a zombie or another
 * program. A PostgreSQL server's working folder is its cluster, which ours is also told with -D.
 */
export function isPostmaster(pid, cluster) {
  if (processIdentity(pid) === undefined) return false;
  const real = realpathSync(cluster);
  try {
    if (process.platform === 'linux') {
      return workingFolder(pid) === real || commandLine(pid).includes(real);
    }
    return execFileSync('ps', ['-o', 'command=', '-p', String(pid)], { encoding: 'utf8' }).includes(
      real,
    );
  } catch {
    return false;
  }
}

/** Undefined for another user's process, even for root without CAP_SYS_PTRACE, as in a container. */
function workingFolder(pid) {
  try {
    return readlinkSync(`/proc/${pid}/cwd`);
  } catch {
    return undefined;
  }
}

/** Everyone may read it, but a server that was started by hand may name its cluster differently. */
function commandLine(pid) {
  const words = readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0');
  return path.basename(words[0]) === 'postgres' ? words.slice(1) : [];
}

function spawnPostmaster({ cluster, folder, programs, account, settings, port }) {
  const log = path.join(folder, 'log');
  if (existsSync(log) && statSync(log).size > MAX_LOG_BYTES) renameSync(log, `${log}.1`);
  // Appends: after a crash, the log before it says why.
  const output = openSync(log, 'a', 0o600);
  const { size } = fstatSync(output);
  const values = {
    listen_addresses: '127.0.0.1',
    unix_socket_directories: '',
    timezone: 'UTC',
    // Our code reports refused statements, whose text may contain secrets.
    log_min_messages: 'log',
    log_min_error_statement: 'panic',
    ...settings,
  };
  const flags = Object.entries(values).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  try {
    const child = spawn(
      path.join(programs, 'postgres'),
      ['-D', realpathSync(cluster), '-p', String(port), ...flags],
      {
        ...account,
        env: postgresEnvironment(),
        cwd: folder,
        detached: true,
        stdio: ['ignore', output, output],
      },
    );
    child.unref();
    child.on('error', (error) => writeFileSync(log, `${error.message}\n`, { flag: 'a' }));
    return { child, log, output: () => readFileSync(log).subarray(size).toString() };
  } finally {
    closeSync(output);
  }
}

/** Waits for as long as it recovers; false when it has ended. */
async function becomesReady(child, cluster) {
  let ended = false;
  child.once('exit', () => {
    ended = true;
  });
  child.once('error', () => {
    ended = true;
  });
  while (!ended) {
    const lock = readLock(cluster);
    if (lock?.pid === child.pid && lock.ready) return true;
    await sleep(POLL_MS);
  }
  return false;
}

async function choosePort(portFile) {
  const last = existsSync(portFile) ? Number(readFileSync(portFile, 'utf8')) : 0;
  const usable = last > 0 && (await whyNotListen(last, '127.0.0.1')) === undefined;
  return usable ? last : freePort();
}

const lockFile = (cluster) => path.join(cluster, 'postmaster.pid');

/** postmaster.pid: line 1 the pid, line 4 the port, line 8 the state. */
function readLock(cluster) {
  try {
    const lines = readFileSync(lockFile(cluster), 'utf8').split('\n');
    const ready = lines[7]?.startsWith('ready') ?? false;
    return { pid: Number(lines[0]), port: Number(lines[3]), ready };
  } catch {
    return undefined;
  }
}

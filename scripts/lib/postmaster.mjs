import { execFileSync } from 'node:child_process';
import {
  existsSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  statfsSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { findFreePort, findListenError } from './ports.mjs';
import { postgresEnvironment } from './postgres-cluster.mjs';
import { run } from './run.mjs';

const POLL_MS = 15;
/** After a crash, the recovery of a large database can take hours. */
const START_TIMEOUT_S = 86_400;
/** The child processes of a killed server must end within this time. */
const RELEASE_TIMEOUT_MS = 120_000;
const STOP_TIMEOUT_MS = 30_000;
const MAX_LOG_BYTES = 1_000_000;

/**
 * Returns the server of this cluster once it accepts connections. Removes the lock file of a killed
 * server, even if another process now has that server's pid.
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
 * Starts a server, which continues when this process ends. It listens only on loopback, on its
 * previous port if that is free.
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
    // pg_ctl appends to the log. Only the new part is about this start.
    const begin = existsSync(log) ? statSync(log).size : 0;
    const options = ['-D', cluster, '-l', log, '-o', serverOptions(port, settings)];
    const { ok, output } = await run(
      path.join(programs, 'pg_ctl'),
      ['start', '--silent', '--wait', `--timeout=${START_TIMEOUT_S}`, ...options],
      // pg_ctl is detached. Otherwise Ctrl-C could end it while it waits, and leave the server
      // running.
      { ...account, env: postgresEnvironment(), cwd: folder, detached: true },
    );
    if (ok) {
      writeFileSync(portFile, String(port));
      return { pid: readLock(cluster).pid, port };
    }
    const said = existsSync(log) ? readFileSync(log).subarray(begin).toString() : output;
    // The child processes of a killed server need a moment to end and to release the shared memory.
    const passing = /still in use|already in use|could not bind/i.test(said);
    if (!passing || Date.now() > deadline) {
      // PostgreSQL does not always log that the disk is full.
      const { bavail, bsize } = statfsSync(folder);
      throw new Error(
        `PostgreSQL did not start; its disk has ${Math.floor((bavail * bsize) / 1e6)} MB left. ` +
          `The end of ${log}:\n${said.slice(-2_000)}`,
      );
    }
    await sleep(250);
  }
}

/** Stops a server in fast mode, which rolls back open transactions. Resolves when it has ended. */
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

/** Another program may now have the server's pid, so this checks the command line. */
export function isPostmaster(pid, cluster) {
  try {
    return commandLine(pid).includes(`-D ${realpathSync(cluster)}`);
  } catch {
    return false;
  }
}

/** Returns the command line of a process; empty for a zombie. Some Linux machines have no "ps". */
function commandLine(pid) {
  if (process.platform === 'linux') {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ');
  }
  return execFileSync('ps', ['-ww', '-o', 'command=', '-p', String(pid)], { encoding: 'utf8' });
}

/** A shell parses the options, so no value may contain a space or a quote. */
function serverOptions(port, settings) {
  const values = {
    listen_addresses: '127.0.0.1',
    unix_socket_directories: '',
    timezone: 'UTC',
    // PostgreSQL must not log refused statements, because they may contain secrets. Our code
    // reports them.
    log_min_messages: 'log',
    log_min_error_statement: 'panic',
    // This omits hints. On a full disk, PostgreSQL wrongly hints at restoring a backup.
    log_error_verbosity: 'terse',
    ...settings,
  };
  const flags = Object.entries(values).map(([name, value]) => `-c ${name}=${value}`);
  return ['-p', port, ...flags].join(' ');
}

async function choosePort(portFile) {
  const last = existsSync(portFile) ? Number(readFileSync(portFile, 'utf8')) : 0;
  const usable = last > 0 && (await findListenError(last, '127.0.0.1')) === undefined;
  return usable ? last : findFreePort();
}

const lockFile = (cluster) => path.join(cluster, 'postmaster.pid');

/** In postmaster.pid, line 1 is the pid, line 4 the port and line 8 the state. */
function readLock(cluster) {
  try {
    const lines = readFileSync(lockFile(cluster), 'utf8').split('\n');
    const ready = lines[7]?.startsWith('ready') ?? false;
    return { pid: Number(lines[0]), port: Number(lines[3]), ready };
  } catch {
    return undefined;
  }
}

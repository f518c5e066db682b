import {
  chmodSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type EmbeddedPostgres, startPostgres } from '@/scripts/lib/postgres.mjs';
import type { Random } from '@/test/support/random';
import { reserveStablePort } from '@/test/support/reserve-stable-port';
import type { KillablePart } from './part';

export interface DatabasePart extends KillablePart {
  readonly url: string;
  stop(): Promise<void>;
}

const RETRY_MS = 100;
/**
 * The share of kills that kill only one session. PostgreSQL then ends the other sessions and
 * recovers.
 */
const ONE_SESSION = 0.3;

/**
 * Starts a PostgreSQL with production settings, because committed data must survive a kill. A kill
 * ends all its processes, or only one session.
 */
export async function startDatabase(random: Random): Promise<DatabasePart> {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'blocktally-crash-'));
  // PostgreSQL does not run as root. If this process does, PostgreSQL runs as another user, who
  // must be able to enter the folder.
  chmodSync(dataDir, 0o711);
  const first = await startPostgres({ dataDir });
  await first.release();
  const folder = realpathSync(path.join(dataDir, 'postgres'));
  const port = String(await reserveStablePort());
  writeFileSync(path.join(folder, 'port'), port);
  const handles: EmbeddedPostgres[] = [await startPostgres({ dataDir })];
  const url = handles[0]?.url ?? '';
  let starting = Promise.resolve();
  let stopped = false;

  // PostgreSQL is detached, so it would survive this process if a run is interrupted.
  process.once('exit', () => {
    const postmaster = stopped ? undefined : postmasterOf(folder);
    if (postmaster !== undefined) end(postmaster);
  });
  const startAgain = async () => {
    while (!stopped) {
      try {
        const handle = await startPostgres({ dataDir });
        handles.push(handle);
        if (handle.url === url) return;
        // A session of the killed server still had the port, so this server got another port.
        end(handle.pid);
        writeFileSync(path.join(folder, 'port'), port);
      } catch {
        await sleep(RETRY_MS);
      }
    }
  };
  return {
    kind: 'database',
    url,
    kill: async () => {
      const postmaster = postmasterOf(folder);
      if (postmaster === undefined) return;
      const sessions = childrenOf(postmaster);
      if (random.chance(ONE_SESSION) && sessions.length > 0) return end(random.pick(sessions));
      for (const pid of [postmaster, ...sessions]) end(pid);
    },
    // A start that is still running may have begun before the kill, so a new start follows it.
    start: () => {
      starting = starting.then(startAgain);
    },
    stop: async () => {
      stopped = true;
      await starting;
      for (const handle of handles) await handle.release();
      rmSync(dataDir, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

function postmasterOf(folder: string): number | undefined {
  try {
    const lock = readFileSync(path.join(folder, 'cluster', 'postmaster.pid'), 'utf8');
    return Number.parseInt(lock, 10);
  } catch {
    return undefined;
  }
}

/**
 * Returns the child processes of a process. In /proc/[pid]/stat (proc(5)), the second field after
 * the name in parentheses is the parent's pid.
 */
function childrenOf(parent: number): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .filter((name) => {
      try {
        const stat = readFileSync(`/proc/${name}/stat`, 'utf8');
        return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]) === parent;
      } catch {
        return false;
      }
    })
    .map(Number);
}

function end(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // The process has just exited.
  }
}

import { join } from 'node:path';
import { migrateDatabase } from '@/db/migrate';
import { logFrameworkErrors } from '@/lib/framework-log';
import { answerDirectly } from '@/lib/http/adapt-direct';
import { ignoreUpgrades } from '@/lib/http/ignore-upgrades';
import { insistOnHttps } from '@/lib/http/insist-on-https';
import { type Connections, keepConnections } from '@/lib/http/keep-connections';
import { limitSlowRequests } from '@/lib/http/limit-slow-requests';
import { knowOwnOrigin } from '@/lib/http/own-origin';
import { nameThePeer } from '@/lib/http/peer';
import { makeRequestsReadable } from '@/lib/http/readable-request';
import { type JobRunner, startJobs } from '@/lib/jobs/runner';
import { checkSecretKey, wrongSecretKey } from '@/lib/keys/check-secret-key';
import { loggableError } from '@/lib/log';
import { setReady } from '@/lib/readiness';
import { type Runtime, runtime } from '@/lib/runtime';
import type { Tracing, TracingSetting } from '@/lib/tracing/start-tracing';

const DRAIN_LIMIT_MS = 20_000;
const MIGRATIONS = join(process.cwd(), 'db', 'migrations');

/**
 * What a server process does besides answering requests: migrate, run the jobs, stop cleanly.
 *
 * @param startWaking runs instead of the jobs when Inngest has them, and tells it what is due
 */
export async function startServer(
  startWaking: (own: Runtime) => Promise<JobRunner>,
): Promise<void> {
  try {
    await start(startWaking);
  } catch (error) {
    // The web server would go on, and answer nothing but errors.
    const { message, code } = loggableError(error);
    const reason = message ?? `The database said ${code}.`;
    process.stderr.write(`Blocktally cannot start. ${reason}\n`);
    process.exit(1);
  }
}

async function start(startWaking: (own: Runtime) => Promise<JobRunner>): Promise<void> {
  const own = runtime();
  const tracing = own.env.tracing && (await traceWith(own, own.env.tracing));
  nameThePeer();
  makeRequestsReadable();
  knowOwnOrigin(own.env.appUrl);
  limitSlowRequests();
  const connections = keepConnections();
  if (own.env.appUrl.protocol === 'https:') insistOnHttps();
  process.on('unhandledRejection', (reason) => {
    own.log.error({ err: reason }, 'a promise was rejected and nobody looked');
  });
  await migrateDatabase(own.env.databaseUrl, MIGRATIONS);
  await refuseWrongSecretKey(own);
  const jobs = own.env.inngest ? await startWaking(own) : await startJobs(own);
  drainOnSignals(own, connections, async () => {
    await jobs.stop();
    await tracing?.stop();
  });
  // A development server tells its pages by WebSocket, loads routes anew, and shows errors in full.
  if (process.env.NODE_ENV === 'production') {
    logFrameworkErrors(own.log);
    ignoreUpgrades();
    if (own.env.apiDirect) answerDirectly();
  }
  setReady(true);
  own.log.info(
    { networks: [...own.sources.keys()], jobs: own.env.inngest ? 'inngest' : 'in process' },
    'started',
  );
}

/**
 * A key that opens nothing is a mistake of this start, and what it sealed could not be read by the
 * next. One that opens some is what is left after the old one was lost.
 *
 * @throws Error saying what to do
 */
async function refuseWrongSecretKey({ db, vault, clock, log }: Runtime): Promise<void> {
  const { readable, unreadable } = await checkSecretKey(db, vault, clock());
  if (unreadable.length === 0) return;
  const message = wrongSecretKey(unreadable);
  if (readable.length === 0) throw new Error(message);
  log.error({ keys: unreadable.length }, message);
}

/** Loaded only when there is somewhere to send traces to. */
async function traceWith(own: Runtime, setting: TracingSetting): Promise<Tracing> {
  const { startTracing } = await import('@/lib/tracing/start-tracing');
  return startTracing(setting, own.log);
}

/**
 * Next ends the process on its own as soon as open requests are answered. Its handlers therefore
 * wait until the jobs have stopped: a delivery under way is finished and written down.
 */
function drainOnSignals(own: Runtime, connections: Connections, stop: () => Promise<void>): void {
  let draining = false;
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    const handlers = process.listeners(signal);
    process.removeAllListeners(signal);
    process.on(signal, async () => {
      if (draining) return;
      draining = true;
      setReady(false);
      connections.letGo();
      own.log.info({ signal }, 'stopping');
      await Promise.race([stop(), new Promise((r) => setTimeout(r, DRAIN_LIMIT_MS).unref())]);
      for (const handler of handlers) handler.call(process, signal);
      if (handlers.length === 0) process.exit(0);
    });
  }
  // Started by a supervisor: when that dies, even by kill -9, nobody else would stop this process.
  if (process.channel) process.once('disconnect', () => process.kill(process.pid, 'SIGTERM'));
}

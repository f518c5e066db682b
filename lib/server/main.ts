import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import createNext from 'next';
import { migrateDatabase } from '@/db/migrate';
import { startPasswordThread } from '@/lib/accounts/hash-password';
import { setLogoWorkerFile } from '@/lib/face/logo-thread';
import { sharedApi } from '@/lib/http/adapt';
import { requireMatchingSeals } from '@/lib/keys/check-seals';
import { refuseWrongSecretKey, wrongSecretKeyMessage } from '@/lib/keys/check-secret-key';
import { loggableError } from '@/lib/log';
import { setMailOn } from '@/lib/mail/mail-state';
import { setReady } from '@/lib/readiness';
import { type Runtime, runtime } from '@/lib/runtime';
import { type JobRunner, startJobs } from '@/lib/server/jobs/runner';
import type { Tracing, TracingSetting } from '@/lib/server/tracing/start-tracing';
import { createApiHandler, refuseUnknownMethod } from './api-handler';
import { chainStatusLines } from './chain-lines';
import { compressedFileHandler } from './compressed-files';
import { createWebServer } from './create-server';
import { queuePages } from './page-queue';
import { printNotices } from './print-notices';
import { logUncaught, stopOnSignals, stopWhenParentExits } from './process-end';
import { refuseLargeForm } from './refuse-large-form';
import { reportExitReasonLogged, reportToSupervisor, type StartStep } from './report-to-supervisor';

const MIGRATIONS = join(process.cwd(), 'db', 'migrations');
const STATIC = join(process.cwd(), '.next', 'static');
const PASSWORD_WORKER = new URL('./password-worker.mjs', import.meta.url);
const LOGO_WORKER = new URL('./logo-worker.mjs', import.meta.url);

/** The entry point of a server process: migrates, runs the jobs and serves requests. */
try {
  stopWhenParentExits();
  await start();
} catch (error) {
  const { message, code } = loggableError(error);
  const reason = message ?? `A statement failed (${code}). PostgreSQL’s log has it.`;
  process.stderr.write(`Blocktally cannot start. ${reason}\n`);
  reportExitReasonLogged(() => process.exit(1));
}

async function start(): Promise<void> {
  const supervisor = reportToSupervisor('connecting to the database');
  const own = runtime();
  const { env, log } = own;
  logUncaught(log);
  startPasswordThread(PASSWORD_WORKER);
  setLogoWorkerFile(LOGO_WORKER);
  const tracing = env.tracing && (await traceWith(own, env.tracing));
  const web = createWebServer((request, response) => answer(request, response), env.appUrls);
  const dev = process.env.NODE_ENV !== 'production';
  if (!dev) await loadNextConfig();
  const next = createNext({
    dev,
    hostname: env.host,
    port: env.port,
    // instrumentation.ts logs the errors of pages and routes, without parameters.
    quiet: !dev,
    // In development, Next.js needs this server for its WebSocket. In production, it gets a server
    // that never listens.
    httpServer: dev ? web.http : createServer(),
  });
  const [jobs] = await Promise.all([startWork(own, supervisor.begins), next.prepare()]);
  const handle = next.getRequestHandler();
  const answer = requestListener(own, {
    // In development, Next.js itself must respond: it reloads changed routes, and its files are not
    // compressed.
    handle: dev ? handle : createApiHandler(handle),
    answerFile: dev ? () => false : compressedFileHandler(STATIC),
  });
  stopOnSignals(log, {
    begin: () => {
      own.stopping.abort();
      web.endConnections();
      sharedApi().changes.close();
    },
    jobs: () => jobs.stop(),
    // In development, nothing is closed, because the WebSockets of Next.js end only with the
    // process.
    requests: dev ? async () => {} : web.close,
    rest: async () => {
      await Promise.all([next.close(), sharedApi().requestLog.flush()]);
      await tracing?.stop();
    },
  });
  web.http.listen(env.port, env.host);
  await once(web.http, 'listening');
  const by = env.inngest ? 'inngest' : 'in process';
  log.info({ networks: [...own.sources.keys()], jobs: by }, 'started');
  setReady(true);
  const chainStates = await chainStatusLines(own);
  if (chainStates.length > 0) process.stdout.write(`\n${chainStates.join('\n')}\n`);
  supervisor.ready({ demo: env.demo });
}

/**
 * Loads the configuration before Next.js does, because Next.js would print the loading time between
 * the JSON lines of the log.
 */
async function loadNextConfig(): Promise<void> {
  const load = createRequire(import.meta.url);
  const config = load('next/dist/server/config') as typeof import('next/dist/server/config');
  await config.default('phase-production-server', process.cwd());
}

type Handle = (...given: Parameters<RequestListener>) => unknown;

interface Handlers {
  readonly handle: Handle;
  readonly answerFile: ReturnType<typeof compressedFileHandler>;
}

function requestListener({ log }: Runtime, { handle, answerFile }: Handlers): RequestListener {
  const pagesLast = queuePages(async (request, response) => {
    try {
      await handle(request, response);
    } catch (error) {
      log.error({ err: error }, 'request failed');
      response.destroy();
    }
  });
  return (request, response) => {
    if (answerFile(request, response) || refuseLargeForm(request, response)) return;
    if (refuseUnknownMethod(request, response)) return;
    pagesLast(request, response);
  };
}

async function startWork(own: Runtime, begins: (step: StartStep) => void): Promise<JobRunner> {
  await migrateDatabase(own.env.databaseUrl, MIGRATIONS, begins);
  begins('checking the secret key');
  await checkSecretKey(own);
  await setMailOn(own.db, own.mailer !== undefined);
  await printNotices(own, (text) => process.stdout.write(text));
  begins('loading the pages');
  if (!own.env.inngest) return startJobs(own);
  const { startInngestSignals } = await import('@/inngest/start-inngest-signals');
  return startInngestSignals(own);
}

/** @throws Error with instructions, if the secret key belongs to another installation */
async function checkSecretKey({ db, vault, seals, clock, log }: Runtime): Promise<void> {
  const unreadable = await refuseWrongSecretKey(db, vault, clock());
  if (unreadable.length > 0)
    log.error({ keys: unreadable.length }, wrongSecretKeyMessage(unreadable));
  await requireMatchingSeals(db, seals);
}

async function traceWith(own: Runtime, setting: TracingSetting): Promise<Tracing> {
  const { startTracing } = await import('@/lib/server/tracing/start-tracing');
  return startTracing(setting, own.log);
}

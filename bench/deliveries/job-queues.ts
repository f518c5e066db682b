import { sql } from 'drizzle-orm';
import { Logger, makeWorkerUtils, run } from 'graphile-worker';
import PgBoss from 'pg-boss';
import { prepareStatement } from '@/db/prepare-statement';
import type { EventType } from '@/lib/domain/event-types';
import { signedHeaders } from '@/lib/webhooks/delivery/sign';
import type { TestDatabase } from '@/test/support/new-database';
import { post } from './bare-sender';

interface Job {
  readonly deliveryId: string;
  readonly eventId: string;
  readonly type: EventType;
  readonly url: string;
  readonly body: string;
}

interface Queue {
  add(jobs: Job[]): Promise<void>;
  stop(): Promise<void>;
}

type StartQueue = (
  url: string,
  concurrency: number,
  work: (job: Job) => Promise<void>,
) => Promise<Queue>;

const TASK = 'deliver';
const SECRET = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';

/**
 * Runs graphile-worker with a local queue and batches, as its documentation recommends for
 * throughput.
 */
const graphileWorker: StartQueue = async (url, concurrency, work) => {
  const logger = new Logger(() => () => {});
  const utils = await makeWorkerUtils({ connectionString: url, logger });
  await utils.migrate();
  const runner = await run({
    connectionString: url,
    logger,
    concurrency,
    noHandleSignals: true,
    taskList: { [TASK]: (job) => work(job as Job) },
    preset: {
      worker: {
        localQueue: { size: 4 * concurrency },
        completeJobBatchDelay: 0,
        failJobBatchDelay: 0,
      },
    },
  });
  return {
    add: async (jobs) =>
      void (await utils.addJobs(jobs.map((payload) => ({ identifier: TASK, payload })))),
    stop: async () => {
      await runner.stop();
      await utils.release();
    },
  };
};

/** Runs pg-boss at its shortest polling interval, half a second. */
const pgBoss: StartQueue = async (url, concurrency, work) => {
  const boss = new PgBoss({ connectionString: url, supervise: false, schedule: false });
  await boss.start();
  await boss.createQueue(TASK);
  const options = { batchSize: concurrency, pollingIntervalSeconds: 0.5 };
  await boss.work<Job>(TASK, options, async (jobs) => {
    await Promise.all(jobs.map(({ data }) => work(data)));
  });
  return {
    add: (jobs) => boss.insert(jobs.map((data) => ({ name: TASK, data }))),
    stop: () => boss.stop({ graceful: false }),
  };
};

export const JOB_QUEUES = { graphileWorker, pgBoss };

/**
 * Sends a database's due deliveries through a common job queue. Like our sender, it signs each
 * webhook and records each attempt. Unlike our sender, it checks no addresses and has no limits per
 * host.
 *
 * @returns the deliveries per second, without the first `warmUp`
 */
export async function measureQueueRate(
  { db, url }: TestDatabase,
  start: StartQueue,
  { concurrency, warmUp }: { readonly concurrency: number; readonly warmUp: number },
): Promise<number> {
  await db.execute(sql`create table attempt (delivery_id text, status int, ended_at timestamptz)`);
  const jobs = await db.execute<Job & Record<string, unknown>>(sql`
    select d.id as "deliveryId", event_id as "eventId", event_type as type, url, body
    from delivery d join webhook_event e on e.id = d.event_id order by md5(d.id)`);
  let open = 0;
  let done = () => {};
  const queue = await start(url, concurrency, async (job) => {
    const headers = signedHeaders(job, [SECRET], new Date());
    const status = await post(job.url, headers, job.body);
    await record(db, { id: job.deliveryId, status, now: new Date().toISOString() });
    open -= 1;
    if (open === 0) done();
  });
  const send = async (some: Job[]) => {
    open = some.length;
    const sent = new Promise<void>((resolve) => {
      done = resolve;
    });
    const began = performance.now();
    await queue.add(some);
    await sent;
    return some.length / ((performance.now() - began) / 1_000);
  };
  await send(jobs.slice(0, warmUp));
  const rate = await send(jobs.slice(warmUp));
  await queue.stop();
  return rate;
}

const record = prepareStatement(sql`insert into attempt values
  (${sql.placeholder('id')}, ${sql.placeholder('status')}::int, ${sql.placeholder('now')}::timestamptz)`);

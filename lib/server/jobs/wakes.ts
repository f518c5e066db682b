import type { Job, JobContext } from './jobs';

export interface SleepingJob {
  readonly job: Job;
  readonly wake: () => void;
}

/**
 * Wakes jobs on pushes of their network and on notifications of the database, until the returned
 * object is closed.
 */
export async function listenForWakes(
  { chains, database }: Pick<JobContext, 'chains' | 'database'>,
  sleepers: readonly SleepingJob[],
): Promise<{ close(): void }> {
  const wakeIf = (areWoken: (job: Job) => boolean) => {
    for (const sleeper of sleepers) if (areWoken(sleeper.job)) sleeper.wake();
  };
  const news = chains.listen((network, result) => {
    for (const { job, wake } of sleepers.filter((one) => one.job.network === network)) {
      if (result === 'full_read_due') wake();
      else if (result === 'read') job.onPushed?.();
    }
  });
  const channels = new Set(sleepers.flatMap(({ job }) => job.wokenBy ?? []));
  const listeners = await Promise.all(
    [...channels].map((channel) =>
      database.listen(channel, (named) =>
        wakeIf(({ wokenBy, network }) => {
          // The first notification of a connection has no payload. It stands for all notifications
          // that may have been missed.
          return wokenBy === channel && (!named || !network || named === network);
        }),
      ),
    ),
  );
  return {
    close() {
      news.close();
      for (const listener of listeners) listener.unlisten();
    },
  };
}

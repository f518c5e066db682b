import { type JobContext, jobsOf } from './jobs';
import { startLoop } from './loop';

export interface JobRunner {
  /** Starts no further work and resolves when current runs have ended. */
  stop(): Promise<void>;
}

/**
 * Runs the jobs inside this process. Any number of processes may do so on one database: its locks
 * coordinate them, and work left by one is picked up by another.
 */
export async function startJobs(own: JobContext): Promise<JobRunner> {
  const running = jobsOf(own).map((job) => ({
    job,
    loop: startLoop(job.name, own.log, async (signal, woken) => {
      if (job.pace.isDue(woken)) {
        for (const step of Object.values(job.steps)) await step(signal);
      }
      return job.pace.pause();
    }),
  }));
  const news = own.chains.listen((network) => {
    for (const { job, loop } of running) if (job.network === network) loop.wake();
  });
  const opened = own.opened.listen((network) => {
    for (const { job, loop } of running) {
      if (job.network === network && job.onOpened?.()) loop.wake();
    }
  });
  const channels = new Set(running.flatMap(({ job }) => job.wokenBy ?? []));
  const listeners = await Promise.all(
    [...channels].map((channel) =>
      own.database.listen(channel, () => {
        for (const { job, loop } of running) {
          if (job.wokenBy !== channel) continue;
          job.onWake?.();
          loop.wake();
        }
      }),
    ),
  );
  return {
    async stop() {
      news.close();
      opened.close();
      await Promise.allSettled(listeners.map((listener) => listener.unlisten()));
      await Promise.all(running.map(({ loop }) => loop.stop()));
    },
  };
}

import { type JobContext, jobsOf } from './jobs';
import { startLoop } from './loop';

export interface JobRunner {
  /** Stops starting work and resolves when what runs has ended. */
  stop(): Promise<void>;
}

/**
 * Runs the jobs inside this process. Any number of processes may do so on one database: its locks
 * keep them apart, and whatever one leaves behind the others pick up.
 */
export async function startJobs(own: JobContext): Promise<JobRunner> {
  const running = jobsOf(own).map((job) => ({
    job,
    loop: startLoop(job.name, own.log, async (signal) => {
      for (const step of Object.values(job.steps)) await step(signal);
      return typeof job.pauseMs === 'number' ? job.pauseMs : job.pauseMs();
    }),
  }));
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
      await Promise.allSettled(listeners.map((listener) => listener.unlisten()));
      await Promise.all(running.map(({ loop }) => loop.stop()));
    },
  };
}

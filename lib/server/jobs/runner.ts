import { createJobs, type JobContext } from './jobs';
import { startLoop } from './loop';
import { listenForWakes } from './wakes';

export interface JobRunner {
  /** Starts no further work. Resolves when all current runs have ended. */
  stop(): Promise<void>;
}

/**
 * Runs the jobs inside this process. Any number of processes may do so on one database, because
 * they coordinate through its locks. If one crashes, another continues its work.
 */
export async function startJobs(own: JobContext): Promise<JobRunner> {
  const running = createJobs(own).map((job) => {
    const loop = startLoop(job.name, own.log, async (signal, woken) => {
      if (job.pace.isDue(woken)) await job.run(signal);
      return job.pace.pause();
    });
    const wake = () => {
      job.onWake?.();
      loop.wake();
    };
    return { job, loop, wake };
  });
  const newPayments = own.newPayments.listen((network) => {
    for (const { job, loop } of running) {
      if (job.network === network && job.onNewPayment?.()) loop.wake();
    }
  });
  const wakes = await listenForWakes(own, running);
  return {
    async stop() {
      newPayments.close();
      wakes.close();
      await Promise.all(running.map(({ loop }) => loop.stop()));
    },
  };
}

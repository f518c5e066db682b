import { serve } from './serve.mjs';
import { ReasonPrinted } from './server-process.mjs';

// The reader of the output (a pager, a terminal) may exit first. The server must continue and still
// stop cleanly.
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {});

/** Starts a server as {@link serve} does. If it cannot start, reports why, with exit code 1. */
export async function start(options) {
  try {
    await serve(options);
  } catch (error) {
    if (error instanceof ReasonPrinted) process.exit(1);
    console.error(`\nBlocktally cannot start.\n\n${error.message}`);
    if (process.env.LOG_LEVEL === 'debug' || process.env.LOG_LEVEL === 'trace')
      console.error(error);
    process.exit(1);
  }
}

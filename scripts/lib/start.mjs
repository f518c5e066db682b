import { serve } from './serve.mjs';
import { PrintedStartError } from './server-process.mjs';

// The program that reads the output, such as a pager, may exit first. The server then continues,
// and must still stop cleanly.
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {});

/** Like {@link serve}, but prints the reason of a failed start, and exits with code 1. */
export async function start(options) {
  try {
    await serve(options);
  } catch (error) {
    if (error instanceof PrintedStartError) process.exit(1);
    console.error(`\nBlocktally cannot start.\n\n${error.message}`);
    if (process.env.LOG_LEVEL === 'debug' || process.env.LOG_LEVEL === 'trace')
      console.error(error);
    process.exit(1);
  }
}

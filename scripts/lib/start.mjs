import { serve } from './serve.mjs';
import { ReasonPrinted } from './server-process.mjs';

// The program that reads the output (a pager, a terminal) may exit first. The server must then
// continue, and must still stop cleanly.
for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {});

/**
 * Starts a server as {@link serve} does. If it cannot start, prints the reason and exits with code
 * 1.
 */
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

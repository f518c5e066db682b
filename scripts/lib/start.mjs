import { serve } from './serve.mjs';

/** Starts a server as {@link serve} does, and says why one cannot start: exit code 1. */
export async function start(options) {
  try {
    await serve(options);
  } catch (error) {
    if (error.constructor.name === 'SaidWhy') process.exit(1);
    console.error(`\nBlocktally could not start.\n\n${error.message}`);
    if (process.env.LOG_LEVEL === 'debug' || process.env.LOG_LEVEL === 'trace')
      console.error(error);
    process.exit(1);
  }
}

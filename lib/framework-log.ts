import type { Logger } from '@/lib/log';

/**
 * From now on errors that the web server reports by itself, of a page that could not be made, are
 * lines of the log like all others. As it prints them, a failed query comes with its parameters.
 */
export function logFrameworkErrors(log: Logger, on: Pick<Console, 'error'> = console): void {
  const print = on.error;
  on.error = (...said: unknown[]) => {
    const error = said.find((one) => one instanceof Error);
    if (error) log.error({ err: error }, 'the web server reports an error');
    else print(...said);
  };
}

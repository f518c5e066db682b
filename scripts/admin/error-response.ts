import { connectionFault } from '@/db/connection-fault';
import { isDatabaseUnavailable } from '@/db/connection-lost';
import { UnfitDatabaseError } from '@/db/migrate';
import { Problem } from '@/lib/domain/problems';
import { ConfigurationError, UsageError } from './command';

export interface ErrorResponse {
  readonly error: { readonly code: string; readonly message: string };
}

/** Quotes only messages that are meant to be public. */
export function errorResponse(error: unknown): ErrorResponse {
  const of = (code: string, message: string) => ({ error: { code, message } });
  if (error instanceof UsageError) return of('usage', error.message);
  if (error instanceof ConfigurationError) return of('configuration', error.message);
  if (error instanceof UnfitDatabaseError) return of('unfit_database', error.message);
  if (error instanceof Problem) {
    const descriptor = error.errors?.find(({ pointer }) => pointer === '/descriptor');
    return of(descriptor ? `descriptor_${descriptor.code}` : error.code, error.detail);
  }
  const fault = connectionFault(process.env.DATABASE_URL ?? '', error);
  if (fault !== undefined) return of('database_unavailable', fault);
  if (isDatabaseUnavailable(error)) {
    return of('database_unavailable', 'The database cannot be reached. Check DATABASE_URL.');
  }
  return of('internal_error', 'The command failed; see standard error.');
}

/** As in most shells, 2 means a wrong command line, and 1 any other error. */
export function exitCodeOf({ error }: ErrorResponse): number {
  return error.code === 'usage' ? 2 : 1;
}

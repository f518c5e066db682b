import pino, { type Logger } from 'pino';
import { isDatabaseUnavailable } from '@/db/connection-lost';
import { readTraceLogFields } from '@/lib/server/tracing/span';

export type { Logger };

const STATEMENT_LIMIT = 300;

/**
 * Returns a logger that writes structured lines to standard output. Pass errors to it as `err`, so
 * that everything that may contain a parameter is removed.
 */
export function createLogger(level: string): Logger {
  return pino({
    level,
    base: { service: 'blocktally' },
    timestamp: pino.stdTimeFunctions.isoTime,
    mixin: readTraceLogFields,
    serializers: { err: loggableError },
    redact: {
      paths: ['*.authorization', '*.secret', '*.password', '*.api_key', '*.descriptor'],
      censor: '[redacted]',
    },
  });
}

/**
 * Returns the part of an error that may be logged. The message of a failed query contains its
 * parameters, and `detail` of PostgreSQL's error contains the row. Only names, codes and the
 * statement with its placeholders are therefore kept.
 */
export function loggableError(error: unknown): Readonly<Record<string, unknown>> {
  if (!(error instanceof Error)) return { message: 'a thrown value that is not an Error' };
  const { cause } = error;
  if (error.name === 'PostgresError' || 'query' in error) {
    const facts = queryFacts(cause instanceof Error ? cause : error, error);
    return { type: 'database', ...facts, ...digestOf(error) };
  }
  return {
    type: error.name,
    message: error.message,
    stack: framesOf(error),
    ...('code' in error ? { code: error.code } : {}),
    ...('fault' in error ? { fault: error.fault } : {}),
    ...digestOf(error),
    ...(cause instanceof Error ? { cause: loggableError(cause) } : {}),
  };
}

function queryFacts(reason: Error, failed: Error): Record<string, unknown> {
  const facts = reason as Error & Record<string, unknown>;
  return {
    code: facts.code,
    ...(facts.code === '53100' && { message: 'The disk of the database is full.' }),
    constraint: facts.constraint_name,
    table: facts.table_name,
    routine: facts.routine,
    statement: statementOf(failed),
    // Without a database every request fails and a stack explains nothing, so the stack is omitted.
    ...(isDatabaseUnavailable(failed) ? {} : { stack: framesOf(failed) }),
  };
}

function digestOf(error: Error): { digest?: unknown } {
  return 'digest' in error ? { digest: error.digest } : {};
}

function statementOf(failed: Error): string | undefined {
  return 'query' in failed && typeof failed.query === 'string'
    ? failed.query.slice(0, STATEMENT_LIMIT)
    : undefined;
}

function framesOf(error: Error): string {
  return (error.stack ?? '')
    .split('\n')
    .filter((line) => /^\s+at /.test(line))
    .join('\n');
}

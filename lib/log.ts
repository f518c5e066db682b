import pino, { type Logger } from 'pino';
import { traceOfLog } from '@/lib/tracing/span';

export type { Logger };

/** Enough to tell one query from another. */
const STATEMENT_LIMIT = 300;

/**
 * Structured logs on standard output. What stands as `err`, always the error itself, loses
 * everything that could hold a parameter.
 */
export function createLogger(level: string): Logger {
  return pino({
    level,
    base: { service: 'blocktally' },
    timestamp: pino.stdTimeFunctions.isoTime,
    mixin: traceOfLog,
    serializers: { err: loggableError },
    redact: {
      paths: ['*.authorization', '*.secret', '*.password', '*.api_key', '*.descriptor'],
      censor: '[redacted]',
    },
  });
}

/**
 * What may be logged of an error. A failed query's own message holds its parameters, and its
 * PostgreSQL cause holds the offending row in `detail`: only names, codes and the statement with
 * placeholders are kept of those.
 */
export function loggableError(error: unknown): Record<string, unknown> {
  if (!(error instanceof Error)) return { message: 'a thrown value that is no error' };
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
    ...digestOf(error),
    ...(cause instanceof Error ? { cause: loggableError(cause) } : {}),
  };
}

function queryFacts(reason: Error, failed: Error): Record<string, unknown> {
  const facts = reason as Error & Record<string, unknown>;
  return {
    code: facts.code,
    constraint: facts.constraint_name,
    table: facts.table_name,
    routine: facts.routine,
    statement: statementOf(failed),
    stack: framesOf(failed),
  };
}

/** What the page calls the error that stands in place of it. */
function digestOf(error: Error): { digest?: unknown } {
  return 'digest' in error ? { digest: error.digest } : {};
}

/** The text of the query that failed: what was asked for, as `$1`, never what it was asked with. */
function statementOf(failed: Error): string | undefined {
  return 'query' in failed && typeof failed.query === 'string'
    ? failed.query.slice(0, STATEMENT_LIMIT)
    : undefined;
}

/** The stack without its first lines, which repeat the message. */
function framesOf(error: Error): string {
  return (error.stack ?? '')
    .split('\n')
    .filter((line) => /^\s+at /.test(line))
    .join('\n');
}

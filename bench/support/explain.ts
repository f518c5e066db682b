import { drizzle } from 'drizzle-orm/postgres-js';
import postgres from 'postgres';
import type { Db } from '@/db/client';

export interface QueryTimer {
  /** Returns the time in ms that the database itself needed for the first statement of `work`. */
  databaseMs(work: (db: Db) => Promise<unknown>): Promise<number>;
  close(): Promise<void>;
}

/** Runs each statement as the server does, then again under EXPLAIN ANALYZE. */
export function openQueryTimer(url: string): QueryTimer {
  const client = postgres(url, { max: 1, onnotice: () => {} });
  const seen: { text: string; values: unknown[] }[] = [];
  const logger = { logQuery: (text: string, values: unknown[]) => seen.push({ text, values }) };
  const db = drizzle(client, { logger });
  return {
    async databaseMs(work) {
      seen.length = 0;
      await work(db);
      const [statement] = seen;
      if (!statement) throw new Error('the work asked the database nothing');
      const [row] = await client.unsafe(
        `explain (analyze, timing off, format json) ${statement.text}`,
        statement.values as never[],
      );
      const [plan] = row?.['QUERY PLAN'] ?? [];
      return plan['Planning Time'] + plan['Execution Time'];
    },
    close: () => client.end(),
  };
}

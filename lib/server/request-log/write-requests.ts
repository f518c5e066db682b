import { sql } from 'drizzle-orm';
import type { Db } from '@/db/client';
import { prepareStatement } from '@/db/prepare-statement';
import { recordset } from '@/db/recordset';
import { apiRequest } from '@/db/schema/request-log';
import type { LoggedRequest } from './request-log';

const given = recordset(apiRequest, 'rows');

const insertRequests = prepareStatement(sql`
  insert into ${apiRequest} (${given.names}) select ${given.names} from ${given.rows}`);

export async function writeRequests(db: Db, requests: readonly LoggedRequest[]): Promise<void> {
  await insertRequests(db, { rows: given.json(requests) });
}

import { Agent, request } from 'node:http';
import { sql } from 'drizzle-orm';
import type { Db } from '@/db/client';

interface Claimed {
  readonly id: string;
  readonly url: string;
  readonly body: string;
}

/**
 * The floor of sending: claims due deliveries and posts them, without recording the outcome.
 * Nothing is signed, no address is checked, no attempt is recorded. Connections are kept, as ours
 * are.
 *
 * @param atOnce parallel exchanges
 * @returns how many were sent
 */
export async function sendBarely(db: Db, atOnce: number): Promise<number> {
  const agent = new Agent({ keepAlive: true });
  let sent = 0;
  for (;;) {
    const claimed = await db.execute<Claimed & Record<string, unknown>>(sql`
      update delivery set status = 'delivering', next_attempt_at = null,
        lease_until = now() + interval '30 seconds'
      from webhook_event e
      where e.id = delivery.event_id and delivery.id in (
        select id from delivery where status = 'pending' and next_attempt_at <= now()
        order by next_attempt_at limit ${atOnce} for update skip locked)
      returning delivery.id, delivery.url, e.body`);
    if (claimed.length === 0) break;
    await Promise.all(claimed.map(({ url, body }) => post(agent, url, body)));
    sent += claimed.length;
  }
  agent.destroy();
  return sent;
}

function post(agent: Agent, url: string, body: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const headers = { 'content-type': 'application/json', 'content-length': body.length };
    const outgoing = request(url, { method: 'POST', headers, agent }, (response) => {
      response.resume();
      response.once('end', resolve);
    });
    outgoing.once('error', reject);
    outgoing.end(body);
  });
}

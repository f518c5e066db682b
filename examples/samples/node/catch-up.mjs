// Prints the events since the last run: KEY=btly_… node catch-up.mjs last-event
import { existsSync, readFileSync, writeFileSync } from 'node:fs';

const { KEY, BLOCKTALLY_URL = 'http://localhost:3000' } = process.env;
const [, , file = 'last-event'] = process.argv;

for (let more = true; more; ) {
  // An empty "after" starts at the first event.
  const after = existsSync(file) ? readFileSync(file, 'utf8').trim() : '';
  const response = await fetch(`${BLOCKTALLY_URL}/v1/events?limit=100&after=${after}`, {
    headers: { Authorization: `Bearer ${KEY}` },
    signal: AbortSignal.timeout(20_000),
  });
  const answer = await response.json();
  if (!response.ok) {
    console.error(`${answer.code}: ${answer.detail}`);
    process.exit(1);
  }
  // Handle each event here. In a database, store the last id in the same transaction.
  for (const { id, type } of answer.data) console.log(id, type);
  const { next_after: next, has_more } = answer.pagination;
  if (next) writeFileSync(file, next);
  more = has_more;
}

import { createServer } from 'node:http';
import postgres from 'postgres';

/** The floor of the idle benchmark: a process that queries its database once a second. */
const [port, databaseUrl = ''] = process.argv.slice(2);
const sql = postgres(databaseUrl, { max: 1, onnotice: () => {} });
setInterval(async () => {
  await sql`select 1`;
}, 1_000);
createServer((_, response) => response.end('ready')).listen(Number(port), '127.0.0.1');
process.once('disconnect', () => process.exit(0));

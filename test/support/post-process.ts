import { Connections } from '@/lib/webhooks/connections';
import { LONG, post } from './keeping';

/** A program that sends two webhooks and then has nothing left but the connection that it keeps. */
const [url = ''] = process.argv.slice(2);
const connections = new Connections(LONG);

void post(url, connections)
  .then(() => post(url, connections))
  .then(() => process.stdout.write(`idle: ${connections.idle}\n`));

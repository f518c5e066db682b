import { readFileSync } from 'node:fs';
import { type BenchServer, startBuiltServer } from './create/servers';
import type { Bench, BenchContext } from './support/bench';
import { runLoadTest } from './support/load';
import { toSpread } from './support/spread';
import { checkUnder } from './support/target';

const LIMIT_MB = 350;
const TURN_SECONDS = 10;

export const memoryBench: Bench = {
  name: 'memory',
  about: 'resident memory after load, for 1 minute or --minutes N',
  async run(context) {
    const built = await startBuiltServer(context);
    const idle = residentMb(built.server.pid);
    const seen: number[] = [];
    const end = Date.now() + (context.tiny ? 1_000 : context.minutes * 60_000);
    do {
      await work(context, built);
      seen.push(residentMb(built.server.pid));
    } while (Date.now() < end);
    await built.stop();
    const most = Math.max(...seen);
    return [
      {
        what: 'memory of a server process after a start',
        unit: 'MB',
        value: toSpread([idle]),
      },
      {
        what: `most memory of a server process in ${context.tiny ? 0 : context.minutes} min of load`,
        unit: 'MB',
        value: toSpread([most]),
        target: checkUnder(LIMIT_MB, 'MB', most),
      },
      {
        what: 'memory of a server process at the end of it',
        unit: 'MB',
        value: toSpread([seen.at(-1) ?? Number.NaN]),
      },
    ];
  },
};

async function work({ tiny }: BenchContext, { server, key }: BenchServer): Promise<void> {
  const seconds = tiny ? 0.2 : TURN_SECONDS / 3;
  const headers = { authorization: `Bearer ${key.apiKey}` };
  const every = { headers, connections: tiny ? 2 : 32, seconds };
  const payments = `${server.url}/v1/btc/payments`;
  const body = JSON.stringify({ amount_sats: 50_000 });
  const now = Math.floor(Date.now() / 1_000);
  await runLoadTest({ ...every, method: 'POST', url: payments, body, status: 201 });
  const range = `?from=${now - 86_400}&to=${now}&limit=100`;
  await runLoadTest({ ...every, method: 'GET', url: payments + range, status: 200 });
  await runLoadTest({ ...every, method: 'GET', url: `${payments}/pay_0`, status: 404 });
}

/** proc(5) gives the value in kB. */
function residentMb(pid: number): number {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8');
  return Number(/^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1] ?? Number.NaN) / 1_024;
}

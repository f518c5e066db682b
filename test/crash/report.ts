import { FAULTS } from './findings';
import type { RunBounds, RunResult } from './run';

const EXAMPLES = 5;

/** Returns a table of a run. All numbers below the line in the table must be zero. */
export function formatReport({ seed, servers }: RunBounds, result: RunResult): string {
  const { kills, evidence, findings } = result;
  const of = (part: string, count: number) => `${count} ${part}`;
  const parts = [
    of('server', kills.server),
    of('database', kills.database),
    of('node', kills.node),
  ];
  const total = kills.server + kills.database + kills.node;
  const lost = evidence.attempts.filter(({ finishedAt }) => finishedAt === null).length;
  const ofLinks = evidence.payments.filter(({ paymentLinkId }) => paymentLinkId !== null);
  const done: [string, number][] = [
    [`kills (${parts.join(', ')})`, total],
    ['of them while migrating', result.duringMigrations],
    ['servers that ended by themselves', result.exits],
    ['reorgs made, beside those by kills', result.reorgs],
    ['payments acknowledged', evidence.acknowledged.length],
    ['of them confirmed', evidence.totals.verified],
    ['payment links', evidence.links.length],
    ['clicks on them', evidence.clicks.length],
    ['of them refused', evidence.clicks.filter(({ checkoutId }) => checkoutId === null).length],
    ['payments of links', ofLinks.length],
    ['of them confirmed', ofLinks.filter(({ status }) => status === 'confirmed').length],
    ['refunds', evidence.refunds.length],
    [
      'of them confirmed',
      evidence.listedRefunds.filter((one) => one.status === 'confirmed').length,
    ],
    ['invoices of a plugin', evidence.orders.length],
    ['events of its store', evidence.store.events.length],
    ['requests sent again', result.retries],
    ['status changes', evidence.changes.length],
    ['events', evidence.events.length],
    ['webhooks received', evidence.arrivals.length],
    ['attempts whose sender was killed', lost],
  ];
  const lines = [
    `${servers === 1 ? 'one server' : 'two servers behind one port'}, seed ${seed}`,
    ...done.map(([what, count]) => line(what, count)),
    '-'.repeat(52),
    ...FAULTS.flatMap((fault) => [
      line(fault, findings.of(fault).length),
      ...findings
        .of(fault)
        .slice(0, EXAMPLES)
        .map((detail) => `    ${detail}`),
    ]),
  ];
  return lines.join('\n');
}

const line = (what: string, count: number) =>
  `${what.padEnd(42)}${count.toLocaleString('en').padStart(10)}`;

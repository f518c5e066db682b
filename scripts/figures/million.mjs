import { benchOf, medianOf, NotMeasured } from './results.mjs';
import { number, tableOf } from './tables.mjs';

const PAYMENTS = 1_000_000;
const SECONDS = 86_400;
/** The peak over the mean. */
const PEAK = 10;
const BLOCKS = 144;
const WEBHOOKS = 2;

/** What a million payments a day cost, calculated from what one payment costs. */
export function millionTable(results) {
  const of = (name, key = name) => medianOf(results, name, key);
  const mean = PAYMENTS / SECONDS;
  const rate = (each) => [number(mean * each), number(mean * each * PEAK)];
  const ours = Math.round(PAYMENTS / BLOCKS);
  const blockSeconds = (of('block') + ours * of('life', 'settled')) / 1_000;
  const walBytes = of('life', 'wal') * PAYMENTS;
  return tableOf(
    ['part', 'a second', 'at the peak', 'cost'],
    [
      ['creates', ...rate(1), costOfCreates(of, mean)],
      ['webhooks', ...rate(WEBHOOKS), headroom(webhooksPerSecond(results), mean * WEBHOOKS)],
      [
        'commits',
        ...rate(of('life', 'commits')),
        'fewer when payments are created at the same time',
      ],
      [
        'write-ahead log',
        ...rate(of('life', 'wal') / 1_000_000).map((megabytes) => `${megabytes} MB`),
        `${number(walBytes / 1e9)} GB a day: archive it, or keep as much as a replica needs`,
      ],
      [
        `full blocks, each with ${number(ours)} payments of ours`,
        '',
        '',
        `${number(blockSeconds)} s for each: ${percent(blockSeconds / (SECONDS / BLOCKS))} of the time between two`,
      ],
      ['looks at a mempool of 50,000 transactions', '', '', `${number(of('look'))} ms for each`],
    ],
  );
}

function costOfCreates(of, mean) {
  const cores = (of('create', 'create-cpu') / 1_000) * mean * PEAK;
  return `${percent(cores)} of a core at the peak; ${headroom(of('create'), mean)}`;
}

const headroom = (perSecond, mean) =>
  `one process does ${number(perSecond / (mean * PEAK))} times the peak`;

/** To one endpoint of one merchant, which is the hardest. */
function webhooksPerSecond(results) {
  const first = benchOf(results, 'deliveries').measurements.find(({ unit }) => unit === 'a second');
  if (!first) throw new NotMeasured('deliveries');
  return first.value.median;
}

const percent = (share) => `${number(share * 100)} %`;

/** How long rows are kept where it is not for ever, in days. */
const KEPT = { delivery_attempt: 90, idempotency: 30 };

/** Disk space by table, at a million payments a day. */
export function diskTable(results) {
  const tables = benchOf(results, 'life')
    .measurements.filter(({ key }) => key?.startsWith('disk:'))
    .map(({ key, value }) => {
      const name = key.slice('disk:'.length);
      return { name, bytes: value.median, days: KEPT[name] };
    });
  const daily = (some) => some.reduce((sum, { bytes }) => sum + (bytes * PAYMENTS) / 1e9, 0);
  const kept = tables.filter(({ days }) => !days);
  const level = tables.reduce((sum, one) => sum + (one.days ? daily([one]) * one.days : 0), 0);
  const rows = tables.map((one) => [
    `\`${one.name}\``,
    number(one.bytes),
    number(daily([one])),
    one.days ? `${one.days} days` : 'for ever',
  ]);
  return `${tableOf(['table', 'bytes a payment', 'GB a day', 'kept'], rows)}

That is ${number(daily(tables))} GB a day. The tables that are pruned level off at ${number(level)} GB; the others
grow by ${number(daily(kept))} GB a day, ${number((daily(kept) * 365) / 1_000)} TB a year.`;
}

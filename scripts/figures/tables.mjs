import { benchOf, measurementsOf, NotMeasured } from './results.mjs';

/** Rows of cells as a Markdown table. */
export function tableOf(head, rows) {
  const lines = [head, head.map(() => '---'), ...rows];
  return lines.map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}

/** A figure with three digits, or as many as it has in front of the point. */
export function number(value) {
  if (Math.abs(value) >= 100) return Math.round(value).toLocaleString('en');
  return String(Number(value.toPrecision(3)));
}

const HEAD = ['ratio', 'what, against what', 'goal', 'on the machine that measured'];

/**
 * Measurements with the range of their rounds.
 *
 * @param {readonly import('./results.mjs').Measurement[]} measurements
 */
export function measurementsTable(measurements) {
  return tableOf(
    HEAD,
    measurements.map((one) => rowOf(one, rangeOf)),
  );
}

/** Every measurement of some benchmarks, and what is missing. */
export function benchTable(results, names) {
  const measured = names.filter((name) => results.benches[name]);
  const measurements = measured.flatMap((name) => benchOf(results, name).measurements);
  const missing = names
    .filter((name) => !measured.includes(name))
    .map((name) => new NotMeasured(name));
  return [
    ...(measurements.length > 0 ? [measurementsTable(measurements)] : []),
    ...missing.map(({ message }) => `*${message}*`),
  ].join('\n\n');
}

/** What has a goal, of all benchmarks. */
export function goalsTable(results) {
  return tableOfGoals(measurementsOf(results).filter(({ target }) => target));
}

/** The measurements of the README, by the beginning of their names. */
const HEADLINES = [
  'payments created over HTTP, by one process',
  'webhooks delivered to 1000 endpoints',
  'a full block with 1,000,000 open payments',
  "from broadcast to the webhook's first byte, 99th percentile",
  'the slowest page of a list',
];

/** The few goals that say most. */
export function headlinesTable(results) {
  return tableOfGoals(
    HEADLINES.flatMap((name) =>
      measurementsOf(results).filter(({ what, target }) => target && what.startsWith(name)),
    ),
  );
}

function tableOfGoals(measurements) {
  return tableOf(
    HEAD,
    measurements.map((one) => rowOf(one, () => '')),
  );
}

function rowOf({ what, unit, value, floor, ratio, target }, range) {
  const measured = `${number(value.median)}${range(value)} ${unit}`;
  return [
    ratio ? `**${number(ratio.median)}**${range(ratio)}` : '',
    floor ? `${what}, against ${floor.what}` : what,
    target ? `${target.text}: ${target.met ? 'met' : 'missed'}` : '',
    floor ? `${measured}, against ${number(floor.value.median)}` : measured,
  ];
}

/** @param {import('./results.mjs').Spread} spread */
const rangeOf = ({ low, high, rounds }) =>
  rounds > 1 ? ` [${number(low)} … ${number(high)}]` : '';

/** When and where the figures were measured, and whether in one run. */
export function measuredOn({ benches }) {
  const measured = Object.entries(benches);
  const runs = [...new Set(measured.map(([, { run }]) => run))];
  const places = runs.map((wanted) => {
    const some = measured.filter(([, { run }]) => run === wanted);
    const names = some.map(([name]) => `\`${name}\``).join(', ');
    return { names, machine: machineOf(some[0]?.[1]) };
  });
  if (places.length === 1) return `One run measured all of it. ${places[0]?.machine}.`;
  const parts = places.map(({ names, machine }) => `- ${names}: ${machine}`);
  return `The figures are of ${places.length} runs, so compare only ratios:\n\n${parts.join('\n')}`;
}

function machineOf({ date, machine }) {
  const { cores, processor, node, postgres } = machine;
  return `${date}, ${cores} cores (${processor}), Node.js ${node}, PostgreSQL ${postgres}`;
}

/** Scores and weights of pages, by Lighthouse. */
export function pagesTable({ pages }) {
  if (!pages) throw new NotMeasured('the pages', 'node bench/pages.mjs --docs');
  return `${tableOf(
    [
      'page',
      'device',
      'performance',
      'accessibility',
      'best practices',
      'total kB',
      'kB of script',
    ],
    pages.rows.map(({ page, device, scores, kB, scriptKB }) => [
      page,
      device,
      ...scores,
      kB,
      scriptKB,
    ]),
  )}\n\n${pages.lighthouse}, ${pages.date}.`;
}

import Table from 'cli-table3';

const BORDERS =
  'top top-mid top-left top-right bottom bottom-mid bottom-left bottom-right left left-mid mid mid-mid right right-mid';
const NO_BORDERS = Object.fromEntries(BORDERS.split(' ').map((name) => [name, '']));
const PLAIN = {
  chars: { ...NO_BORDERS, middle: '  ' },
  style: { 'padding-left': 0, 'padding-right': 0, head: [], border: [] },
};

type Row = Readonly<Record<string, unknown>>;

/**
 * Returns a command's result as text for people. Lists become tables, and other values get a line
 * each.
 */
export function textOf(result: object): string {
  const { warning: _, ...shown } = result as Row;
  const lists = Object.entries(shown).filter(([, value]) => isList(value));
  const rest = Object.entries(shown).filter(([, value]) => !isList(value));
  const parts = [
    ...(rest.length > 0 ? [facts(Object.fromEntries(rest))] : []),
    ...lists.map(([name, rows]) => list(name, rows as readonly Row[])),
  ];
  return parts.join('\n\n');
}

function isList(value: unknown): boolean {
  return Array.isArray(value) && value.every((one) => typeof one === 'object' && one !== null);
}

function list(name: string, rows: readonly Row[]): string {
  const [first] = rows;
  if (!first) return `no ${title(name)}`;
  const names = Object.keys(first);
  const table = new Table({ ...PLAIN, head: names.map(title) });
  for (const row of rows) table.push(names.map((of) => valueText(row[of])));
  return linesOf(table);
}

function facts(values: Row): string {
  const table = new Table(PLAIN);
  for (const [name, value] of Object.entries(values)) {
    if (isRecord(value)) {
      for (const [of, one] of Object.entries(value)) {
        table.push([`${title(name)}, ${title(of)}`, valueText(one)]);
      }
    } else table.push([title(name), valueText(value)]);
  }
  return linesOf(table);
}

function linesOf(table: { toString(): string }): string {
  return table.toString().replace(/ +$/gm, '');
}

function isRecord(value: unknown): value is Row {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/**
 * Matches control and direction characters. In a merchant's name, they could disturb the terminal.
 */
const STEERING = /[\p{Cc}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu;

/**
 * Returns a value as text. A list becomes one line per item. If the items are rows, a line shows
 * only the first column.
 */
function valueText(value: unknown): string {
  if (value === null) return '-';
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (Array.isArray(value)) return value.map((one) => valueText(firstOf(one))).join('\n') || '-';
  if (isRecord(value)) {
    const parts = Object.entries(value).map(([name, one]) => `${title(name)} ${valueText(one)}`);
    return parts.join(', ') || '-';
  }
  return String(value).replace(STEERING, '\u{fffd}');
}

function firstOf(value: unknown): unknown {
  return isRecord(value) ? Object.values(value)[0] : value;
}

function title(name: string): string {
  return name.replaceAll('_', ' ');
}

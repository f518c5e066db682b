import { readFileSync } from 'node:fs';
import path from 'node:path';
import { IMPORT_RULES } from './import-rules.mjs';

const BEGIN = '<!-- The table of scripts/checks/import-rules.mjs, written by `npm run format`. -->';
const END = '<!-- End of the table. -->';

/** ARCHITECTURE.md with its table as the rules say. */
export function withTable(text) {
  const [before, rest] = text.split(BEGIN);
  const after = rest?.split(END)[1];
  if (after === undefined) throw new Error('ARCHITECTURE.md has lost the marks of its table');
  return `${before}${BEGIN}\n\n${table()}\n\n${END}${after}`;
}

/** @returns {string[]} a complaint if ARCHITECTURE.md differs from the rules */
export function checkArchitecture(root) {
  const text = readFileSync(path.join(root, 'ARCHITECTURE.md'), 'utf8');
  if (withTable(text) === text) return [];
  return ['ARCHITECTURE.md does not show scripts/checks/import-rules.mjs: run "npm run format"'];
}

function table() {
  const rows = IMPORT_RULES.filter(({ what }) => what).map(
    ({ files, what, may, types = [], packages, globals }) => {
      const own = [
        ...may.filter((name) => name !== files),
        ...types.map((name) => `${name} (types)`),
      ];
      return `| \`${files}\` | ${what} | ${listOf(own)} | ${listOf(packages)} | ${listOf(globals)} |`;
    },
  );
  return [
    '| part | what it is | may import | packages | globals |',
    '| --- | --- | --- | --- | --- |',
    ...rows,
  ].join('\n');
}

function listOf(names) {
  if (names === 'all') return 'any';
  return names.map((name) => name.replace(/\/$/, '')).join(', ') || 'none';
}

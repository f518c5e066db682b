import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { diskTable, millionTable } from './million.mjs';
import { NotMeasured, readResults } from './results.mjs';
import { benchTable, goalsTable, measuredOn, pagesTable } from './tables.mjs';

/** The pages with figures, and in each the part whose prose may have none. */
const PAGES = [
  { page: 'docs/scaling.md', part: /^# Scaling$.*/ms },
  { page: 'README.md', part: /^## How fast$.*?(?=^## )/ms },
];

const BLOCK = /(<!-- figures: ([^>]+?) -->\n).*?(<!-- end of figures -->)/gs;

/** @type {Readonly<Record<string, (results: import('./results.mjs').Results) => string>>} */
const BLOCKS = {
  machine: measuredOn,
  goals: goalsTable,
  'a million payments a day': millionTable,
  'disk space': diskTable,
  pages: pagesTable,
};

/**
 * A page with its figures as `bench/` measured them. A block's name is one of {@link BLOCKS}, or
 * names benchmarks.
 *
 * @param {import('./results.mjs').Results} results
 */
export function withFigures(text, results) {
  return text.replace(BLOCK, (_, begin, name, end) => {
    const content = contentOf(name, results);
    return `${begin}\n${content}\n\n${end}`;
  });
}

function contentOf(name, results) {
  try {
    return BLOCKS[name]?.(results) ?? benchTable(results, name.split(', '));
  } catch (error) {
    if (error instanceof NotMeasured) return `*${error.message}*`;
    throw error;
  }
}

/** Writes the figures of bench/results.json into the pages. */
export function writeFigures(root) {
  for (const { page } of PAGES) {
    const file = path.join(root, page);
    writeFileSync(file, withFigures(readFileSync(file, 'utf8'), readResults(root)));
  }
}

/** Pages that differ from bench/results.json, benchmarks that none shows, figures written by hand. */
export function checkFigures(root) {
  const results = readResults(root);
  const texts = PAGES.map(({ page, part }) => ({
    page,
    part,
    text: readFileSync(path.join(root, page), 'utf8'),
  }));
  return [
    ...texts.flatMap(({ page, part, text }) => complaintsAbout(page, text, part, results)),
    ...notShown(results, texts.map(({ text }) => text).join()),
    ...texts
      .flatMap(({ text }) => namesIn(text))
      .filter((name) => !existsSync(path.join(root, `bench/${name}.ts`)))
      .map((name) => `a page has figures of bench/${name}.ts, which does not exist`),
  ];
}

/** Benchmarks whose figures a page has. */
function namesIn(text) {
  return [...text.matchAll(BLOCK)]
    .map(([, , name]) => name)
    .filter((name) => !BLOCKS[name])
    .flatMap((name) => name.split(', '));
}

export function complaintsAbout(page, text, part, results) {
  const found = [];
  if (withFigures(text, results) !== text) {
    found.push(`${page} does not show bench/results.json: run "npm run format"`);
  }
  const [prose = ''] = part.exec(text) ?? [];
  for (const figure of figuresByHand(prose)) {
    found.push(`${page} has a figure by hand: "${figure}". Let scripts/figures calculate it`);
  }
  return found;
}

/** A number with a unit in which something is measured. */
const FIGURE =
  /\b\d[\d.,]*\s?(?:ms|s|seconds?|minutes?|[kMGT]B|bytes|%|times|a second|an? (?:hour|day|year)|per second)(?![\w])/g;

function figuresByHand(prose) {
  const byHand = prose.replace(BLOCK, '').replace(/^```.*?^```/gms, '');
  return [...byHand.matchAll(FIGURE)].map(([figure]) => figure);
}

export function notShown({ benches }, text) {
  const shown = new Set(namesIn(text));
  return Object.keys(benches)
    .filter((name) => !shown.has(name))
    .map((name) => `no page shows the benchmark "${name}" of bench/results.json`);
}

import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { NotMeasured, readResults } from './results.mjs';
import { benchTable, goalsTable, headlinesTable, measuredOn, pagesTable } from './tables.mjs';

const PAGES = ['docs/scaling.md', 'README.md'];

const BLOCK = /(<!-- figures: ([^>]+?) -->\n).*?(<!-- end of figures -->)/gs;

/** @type {Readonly<Record<string, (results: import('./results.mjs').Results) => string>>} */
const BLOCKS = {
  machine: measuredOn,
  goals: goalsTable,
  headlines: headlinesTable,
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
  for (const page of PAGES) {
    const file = path.join(root, page);
    writeFileSync(file, withFigures(readFileSync(file, 'utf8'), readResults(root)));
  }
}

/** Pages that differ from bench/results.json. */
export function checkFigures(root) {
  const results = readResults(root);
  return PAGES.filter((page) => {
    const text = readFileSync(path.join(root, page), 'utf8');
    return withFigures(text, results) !== text;
  }).map((page) => `${page} does not show bench/results.json: run "npm run format"`);
}

import { readFileSync } from 'node:fs';
import path from 'node:path';

const MAX_LINES = 250;
const COUNTED = /\.(?:ts|tsx|mjs|js|sh|css)$/;

/** Files that are too long to read in one go. */
export function checkSizes(root, files) {
  return files
    .filter((file) => COUNTED.test(file))
    .map((file) => ({ file, lines: linesOf(readFileSync(path.join(root, file), 'utf8')) }))
    .filter(({ lines }) => lines > MAX_LINES)
    .map(({ file, lines }) => `${file} has ${lines} lines; ${MAX_LINES} are the limit: split it`);
}

const linesOf = (text) => text.split('\n').length - (text.endsWith('\n') ? 1 : 0);

import { readFileSync } from 'node:fs';
import path from 'node:path';

const MAX_LINES = 250;
const COUNTED = /(?<!\.d)\.(?:ts|tsx|mjs|js|sh|css)$/;

/** The first words of every generated file. Generated files may have any length. */
const MADE = '// Made from ';

/** Reports files that are too long to read in one go. */
export function checkFileLengths(root, files) {
  return files
    .filter((file) => COUNTED.test(file))
    .map((file) => ({ file, text: readFileSync(path.join(root, file), 'utf8') }))
    .filter(({ text }) => !text.startsWith(MADE) && linesOf(text) > MAX_LINES)
    .map(
      ({ file, text }) =>
        `${file} has ${linesOf(text)} lines; ${MAX_LINES} are the limit: split it`,
    );
}

const linesOf = (text) => text.split('\n').length - (text.endsWith('\n') ? 1 : 0);

import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';

/** Chromium's hint: https://developer.chrome.com/blog/explicit-compile-hints */
const HINT = '//# allFunctionsCalledOnLoad\n';

/**
 * Marks React's and Next.js' own scripts, which every page runs: Chromium then compiles them on another
 * thread as they arrive, where it would compile function by function while the page comes to life.
 *
 * @param {string} next the folder of Next.js' build
 */
export function hintScripts(next) {
  const { rootMainFiles } = JSON.parse(
    readFileSync(path.join(next, 'build-manifest.json'), 'utf8'),
  );
  for (const name of rootMainFiles) {
    const file = path.join(next, name);
    const script = readFileSync(file, 'utf8');
    if (!script.startsWith(HINT)) writeFileSync(file, HINT + script);
  }
}

import { writeFileSync } from 'node:fs';
import { compileDocs } from './compile-docs';

/**
 * Writes every page as JSON into the file that is its argument, or prints the JSON without an
 * argument. `import text from './print-compiled.ts?compiled'` is that JSON: see docs-loader.mjs.
 */
const text = JSON.stringify(await compileDocs(process.cwd()));
const [file] = process.argv.slice(2);
if (file) writeFileSync(file, text);
else process.stdout.write(text);

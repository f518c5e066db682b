import { writeFileSync } from 'node:fs';
import { compileDocs } from './compile-docs';

/**
 * Prints all pages as JSON, or writes them to the file given as the first argument. `import text
 * from './print-compiled.ts?compiled'` imports this JSON (see docs-loader.mjs).
 */
const text = JSON.stringify(await compileDocs(process.cwd()));
const [file] = process.argv.slice(2);
if (file) writeFileSync(file, text);
else process.stdout.write(text);

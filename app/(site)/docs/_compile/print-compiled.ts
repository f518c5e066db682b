import { compileDocs } from './compile-docs';

/**
 * Prints every page as JSON. Elsewhere, `import text from './print-compiled.ts?compiled'` gives what
 * this program prints, as docs-loader.mjs ran it in the build.
 */
process.stdout.write(JSON.stringify(await compileDocs(process.cwd())));

import { compileDocs } from './compile-docs';

/**
 * Prints every page as JSON. `import text from './print-compiled.ts?compiled'` is that output:
 * docs-loader.mjs runs this program in the build.
 */
process.stdout.write(JSON.stringify(await compileDocs(process.cwd())));

import { execFile } from 'node:child_process';
import { readFile } from 'node:fs';
import path from 'node:path';
import { deflateRawSync } from 'node:zlib';

const MAX_BYTES = 100_000_000;

/** The development server compiles the pages again after a change in these folders. */
const READ = ['docs', 'examples', 'sdk', 'lib/http'];

/**
 * A Turbopack loader. `import text from './program.ts?compiled'` imports the output of the program.
 * With the option `made`, it imports that file instead, which a build has written
 * (scripts/lib/next-build.mjs).
 */
export default function docsLoader() {
  const done = this.async();
  const cwd = this.rootContext;
  for (const folder of READ) this.addContextDependency(path.join(cwd, folder));
  const finish = (error, text) => (error ? done(error) : done(null, moduleOf(text)));
  const { made } = this.getOptions();
  if (made) return readFile(made, 'utf8', finish);
  const command = ['--import', 'tsx', this.resourcePath];
  execFile(process.execPath, command, { cwd, maxBuffer: MAX_BYTES }, finish);
}

/**
 * Compresses the text, because the compiler handles every character of a module several times in
 * each of its graphs.
 */
function moduleOf(text) {
  const packed = deflateRawSync(text).toString('base64');
  return `
    import { inflateRawSync } from 'node:zlib';
    export default inflateRawSync(Buffer.from('${packed}', 'base64')).toString();`;
}

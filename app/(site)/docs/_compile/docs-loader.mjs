import { execFile } from 'node:child_process';
import { readFile } from 'node:fs';
import path from 'node:path';
import { deflateRawSync } from 'node:zlib';

const MAX_BYTES = 100_000_000;

/** After a change in these folders the development server compiles the pages again. */
const READ = ['docs', 'examples', 'sdk', 'lib/http'];

/**
 * Turbopack loader: `import text from './program.ts?compiled'` is the output of the program, or the
 * content of the file of its option `made`, into which a build has written it (scripts/lib/next-build.mjs).
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

/** Compressed: the compiler handles every character of a module several times, in each of its graphs. */
function moduleOf(text) {
  const packed = deflateRawSync(text).toString('base64');
  return `
    import { inflateRawSync } from 'node:zlib';
    export default inflateRawSync(Buffer.from('${packed}', 'base64')).toString();`;
}

import { execFile } from 'node:child_process';
import { readFile } from 'node:fs';
import path from 'node:path';
import { deflateRawSync } from 'node:zlib';

const MAX_BYTES = 100_000_000;

/** The development server compiles the pages again when a file in one of these folders changes. */
const READ = ['docs', 'examples', 'sdk', 'lib/http'];

/**
 * A Turbopack loader: `import text from './program.ts?compiled'` runs the program and imports its
 * output. With the option `made`, it imports the file of that name, which next-build.mjs writes.
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
 * Returns a module that exports the text, compressed because the compiler reads every character of
 * a module several times.
 */
function moduleOf(text) {
  const packed = deflateRawSync(text).toString('base64');
  return `
    import { inflateRawSync } from 'node:zlib';
    export default inflateRawSync(Buffer.from('${packed}', 'base64')).toString();`;
}

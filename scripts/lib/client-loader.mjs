import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { packClient } from './client-package.mjs';

/**
 * A Turbopack loader: `import base64 from '@/sdk/src/index.ts?packed'` imports the client's package
 * in base64. With the option `made`, it imports the file that a build has already written
 * (next-build.mjs).
 */
export default function clientLoader() {
  const done = this.async();
  const root = this.rootContext;
  this.addContextDependency(path.join(root, 'sdk'));
  const { made } = this.getOptions();
  (made ? readFile(made) : packClient(root)).then(
    (bytes) => done(null, `export default ${JSON.stringify(bytes.toString('base64'))};`),
    done,
  );
}

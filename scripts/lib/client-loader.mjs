import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { packClient } from './client-package.mjs';

/**
 * A Turbopack loader, with which `import base64 from '@/sdk/src/index.ts?packed'` imports the
 * client's package. With the option `made`, it imports that file instead, which a build has already
 * written (next-build.mjs).
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

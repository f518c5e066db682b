import path from 'node:path';
import { packClient } from './client-package.mjs';

/** Turbopack loader: `import base64 from '@/sdk/src/index.ts?packed'` is the client's package. */
export default function clientLoader() {
  const done = this.async();
  const root = this.rootContext;
  this.addContextDependency(path.join(root, 'sdk'));
  packClient(root).then(
    (bytes) => done(null, `export default ${JSON.stringify(bytes.toString('base64'))};`),
    done,
  );
}

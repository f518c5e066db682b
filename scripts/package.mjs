// This import must be first, because an old Node.js cannot load the other ones.
import './needs-node.mjs';

/** Builds this version's package, dist/blocktally-VERSION.tgz, which the Dockerfile installs. */
const { printLine: log } = await import('./lib/progress.mjs');
const { ensurePackagesInstalled } = await import('./lib/install.mjs');
await ensurePackagesInstalled({ log });
const { ensureBuilt } = await import('./lib/build.mjs');
await ensureBuilt({ log });
const { readdirSync, rmSync } = await import('node:fs');
const path = await import('node:path');
const { ROOT } = await import('./lib/checkout.mjs');
const { makePackage } = await import('./package/make-package.mjs');
const dist = path.join(ROOT, 'dist');
const made = await makePackage({ to: dist });
// The Dockerfile installs any package in this folder, so older packages are removed.
for (const name of readdirSync(dist)) {
  const file = path.join(dist, name);
  if (/^blocktally-.*\.tgz$/.test(name) && file !== made) rmSync(file);
}
log(path.relative(ROOT, made));

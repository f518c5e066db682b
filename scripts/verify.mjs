// This import must be first, because an old Node.js cannot load the other ones.
import './needs-node.mjs';

const { ensurePackagesInstalled } = await import('./lib/install.mjs');
await ensurePackagesInstalled({ log: (line) => console.log(line), dev: true });
const { verify } = await import('./lib/verify.mjs');
const { failed } = await verify({ log: (line) => console.log(line) });
process.exit(failed === 0 ? 0 : 1);

import { ensureInstalled } from './lib/install.mjs';

await ensureInstalled({ log: (line) => console.log(line) });
const { verify } = await import('./lib/verify.mjs');
const { failed } = await verify({ log: (line) => console.log(line) });
process.exit(failed === 0 ? 0 : 1);

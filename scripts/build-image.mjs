// Builds .next/standalone, which the container image runs: Next.js with only the files that it
// needs, and our own server instead of Next.js' own.
import path from 'node:path';
import { nextCommand } from './lib/build.mjs';
import { bundleServer } from './lib/bundle-server.mjs';
import { ROOT } from './lib/checkout.mjs';
import { runNode } from './lib/run.mjs';

const env = { ...process.env, NODE_ENV: 'production', STANDALONE: '1' };
const { ok, output } = await runNode(nextCommand('build'), { env });
console.log(output.trim());
if (!ok) process.exit(1);
await bundleServer(path.join(ROOT, '.next', 'standalone', 'server.js'));

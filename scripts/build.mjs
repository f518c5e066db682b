// This import must be first, because an old Node.js could not load the others.
import './needs-node.mjs';

/**
 * Installs and builds without starting anything. It is used to build the next version while another
 * one runs (docs/operations.md), and for the container image.
 */
async function main() {
  const { say } = await import('./lib/progress.mjs');
  const { ensureInstalled } = await import('./lib/install.mjs');
  await ensureInstalled({ log: say });
  const { ensureBuilt } = await import('./lib/build.mjs');
  await ensureBuilt({ log: say });
  say('This version is built. Start it with: npm start');
}

main().catch(({ message }) => {
  console.error(`\nBlocktally could not be built.\n\n${message}`);
  process.exit(1);
});

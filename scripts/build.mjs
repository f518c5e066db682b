// This import must be first, because an old Node.js cannot load the other ones.
import './needs-node.mjs';

/**
 * Installs and builds, but starts nothing. This is for the container image, and for building the
 * next version while another version runs (docs/operations.md).
 */
async function main() {
  const { printLine } = await import('./lib/progress.mjs');
  const { ensurePackagesInstalled } = await import('./lib/install.mjs');
  await ensurePackagesInstalled({ log: printLine });
  const { ensureBuilt } = await import('./lib/build.mjs');
  await ensureBuilt({ log: printLine });
  printLine('This version is built. Start it with: npm start');
}

main().catch(({ message }) => {
  console.error(`\nBlocktally could not be built.\n\n${message}`);
  process.exit(1);
});

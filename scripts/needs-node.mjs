// An old Node.js must be able to print the message below, so this file has no imports and no new
// syntax.
const NEEDED = [20, 19];

const [major, minor] = process.versions.node.split('.').map(Number);
if (major < NEEDED[0] || (major === NEEDED[0] && minor < NEEDED[1])) {
  console.error(`Blocktally needs Node ${NEEDED.join('.')} or later; this is ${process.version}.`);
  console.error('Install a newer one from https://nodejs.org, then try again.');
  process.exit(1);
}

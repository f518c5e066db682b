// This file has no imports and no new syntax, so that even an old Node.js can run it and print the
// message below.
const NEEDED = [20, 19];

const [major, minor] = process.versions.node.split('.').map(Number);
if (major < NEEDED[0] || (major === NEEDED[0] && minor < NEEDED[1])) {
  console.error(`Blocktally needs Node ${NEEDED.join('.')} or later; this is ${process.version}.`);
  console.error('Install a newer one from https://nodejs.org, then try again.');
  process.exit(1);
}

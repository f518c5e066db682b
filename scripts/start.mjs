// No imports up here: an old Node must get as far as the message below.
const NEEDED = [20, 19];

const [major, minor] = process.versions.node.split('.').map(Number);
if (major < NEEDED[0] || (major === NEEDED[0] && minor < NEEDED[1])) {
  console.error(`Blocktally needs Node ${NEEDED.join('.')} or later; this is ${process.version}.`);
  console.error('Install a newer one from https://nodejs.org, then start again.');
  process.exit(1);
}

console.log('Blocktally is starting …');
import('./lib/serve.mjs')
  .then(({ serve }) => serve({ dev: process.argv.includes('--dev') }))
  .catch((error) => {
    console.error(`\nBlocktally could not start.\n\n${error.message}`);
    if (process.env.LOG_LEVEL === 'debug' || process.env.LOG_LEVEL === 'trace')
      console.error(error);
    process.exit(1);
  });

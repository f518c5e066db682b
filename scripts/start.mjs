// Import nothing before this: an old Node.js could not load it.
import './needs-node.mjs';

console.log('Blocktally is starting …');
import('./lib/serve.mjs')
  .then(({ serve }) => serve({ dev: process.argv.includes('--dev') }))
  .catch((error) => {
    if (error.constructor.name === 'SaidWhy') process.exit(1);
    console.error(`\nBlocktally could not start.\n\n${error.message}`);
    if (process.env.LOG_LEVEL === 'debug' || process.env.LOG_LEVEL === 'trace')
      console.error(error);
    process.exit(1);
  });

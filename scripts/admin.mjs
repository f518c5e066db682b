// Import nothing before this: an old Node.js could not load it.
import './needs-node.mjs';

Promise.all([import('./lib/run-admin.mjs'), import('./lib/installation.mjs')])
  .then(([{ runAdmin }, { CHECKOUT }]) => runAdmin(CHECKOUT, process.argv.slice(2)))
  .then((code) => process.exit(code));

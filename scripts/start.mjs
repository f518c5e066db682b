// This import must be first, because an old Node.js cannot load the other ones.
import './needs-node.mjs';

console.log('Blocktally is starting …');
Promise.all([import('./lib/start.mjs'), import('./lib/installation.mjs')]).then(
  ([{ start }, { CHECKOUT_INSTALLATION }]) =>
    start({ installation: CHECKOUT_INSTALLATION, dev: process.argv.includes('--dev') }),
);

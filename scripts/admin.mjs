// This import must be first, because an old Node.js cannot load the other ones.
import './needs-node.mjs';

Promise.all([import('./lib/run-admin.mjs'), import('./lib/installation.mjs')])
  .then(([{ runAdmin }, { CHECKOUT_INSTALLATION }]) =>
    runAdmin(CHECKOUT_INSTALLATION, process.argv.slice(2)),
  )
  .then((code) => process.exit(code));

// This import must be first, because an old Node.js cannot load the other ones.
import './needs-node.mjs';

import('./lib/test-run.mjs')
  .then(({ runAllTests }) => runAllTests())
  .catch((error) => {
    console.error(error);
    return { passed: 0, failed: 1 };
  })
  .then(({ passed, failed }) => {
    console.log(`${passed} passed, ${failed} failed`);
    process.exit(failed === 0 ? 0 : 1);
  });

import { runAllTests } from './lib/test-run.mjs';

runAllTests()
  .catch((error) => {
    console.error(error);
    return { passed: 0, failed: 1 };
  })
  .then(({ passed, failed }) => {
    console.log(`${passed} passed, ${failed} failed`);
    process.exit(failed === 0 ? 0 : 1);
  });

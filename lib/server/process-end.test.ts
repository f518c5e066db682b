import { execFileSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { ROOT } from '@/scripts/lib/checkout.mjs';

/** Returns the output of a process that runs `code` and then continues. */
function printed(code: string): string[] {
  const program = `
    import { createLogger } from '@/lib/log';
    import { logUncaught } from '@/lib/server/process-end';
    logUncaught(createLogger('info'));
    // Next.js does this when it is loaded.
    process.on('unhandledRejection', (reason) => console.log('Next prints', reason));
    const failed = Object.assign(new Error('Failed query'), { query: 'select $1', params: ['secret'] });
    ${code}
    setImmediate(() => setImmediate(() => console.log('it goes on')));`;
  const node = ['--import', 'tsx', '--input-type=module', '-e', program];
  return execFileSync(process.execPath, node, { cwd: ROOT, encoding: 'utf8' }).trim().split('\n');
}

test.each([
  ['a rejection', 'Promise.reject(failed);'],
  ['an exception', 'setImmediate(() => { throw failed; });'],
])(
  '%s without a handler is logged on one line, without the parameters of the failed statement',
  (_what, code) => {
    // The order of the two lines is not guaranteed. If an error had ended the process, `printed`
    // would throw.
    const lines = printed(code);
    const [line = ''] = lines.filter((one) => one.startsWith('{'));
    expect(JSON.parse(line)).toMatchObject({
      level: 50,
      msg: 'uncaught error',
      err: { type: 'database', statement: 'select $1' },
    });
    expect(line).not.toContain('secret');
    expect(lines.filter((one) => one !== line)).toEqual(['it goes on']);
  },
);

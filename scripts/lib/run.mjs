import { spawn } from 'node:child_process';
import { ROOT } from './checkout.mjs';
import { VERBOSE } from './progress.mjs';

const MAX_OUTPUT = 10_000_000;

/**
 * Runs a program to its end, or to the end of this process, and returns its output.
 *
 * @param {string} command
 * @param {readonly string[]} args
 * @param {import('node:child_process').SpawnOptions & { show?: boolean }} [options] show: whether its
 *   output is shown as it comes, on standard error; by default with `--verbose`
 * @returns {Promise<{ ok: boolean, output: string }>} output: both streams in order
 */
export function run(command, args, { show = VERBOSE, ...options } = {}) {
  return new Promise((resolve) => {
    let output = '';
    const child = spawn(command, args, {
      cwd: ROOT,
      ...options,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const endWithUs = () => child.kill();
    process.once('exit', endWithUs);
    const keep = (chunk) => {
      output = (output + chunk).slice(-MAX_OUTPUT);
    };
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8');
      stream.on('data', keep);
      if (show) stream.on('data', (chunk) => process.stderr.write(chunk));
    }
    child.once('error', (error) => resolve({ ok: false, output: `${output}${error.message}` }));
    child.once('close', (code) => {
      process.off('exit', endWithUs);
      resolve({ ok: code === 0, output });
    });
  });
}

/** The same for a Node.js script. */
export function runNode(args, options) {
  return run(process.execPath, args, options);
}

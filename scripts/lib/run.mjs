import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { ROOT } from './checkout.mjs';
import { VERBOSE } from './progress.mjs';

const MAX_OUTPUT = 10_000_000;
/** Time after a program's end in which the rest of its output is read. */
const PIPES_MS = 2_000;

/**
 * Runs a program and returns its output. The program ends no later than this process.
 *
 * @param {string} command
 * @param {readonly string[]} args
 * @param {import('node:child_process').SpawnOptions & { show?: boolean }} [options] show: whether to
 *  show its output on standard error as it arrives; by default only with `--verbose`
 * @returns {Promise<{ ok: boolean, output: string, killed: boolean }>} output: both streams in order.
 *  killed: whether it was killed after the option `timeout`
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
    const end = (ok, all) => {
      process.off('exit', endWithUs);
      resolve({ ok, output: all, killed: child.killed });
    };
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8');
      stream.on('data', (chunk) => {
        output = (output + chunk).slice(-MAX_OUTPUT);
        if (show) process.stderr.write(chunk);
      });
    }
    // A process that the child started may keep these pipes open.
    child.once('exit', () => setTimeout(closePipes, PIPES_MS).unref());
    const closePipes = () => {
      child.stdout.destroy();
      child.stderr.destroy();
    };
    child.once('error', (error) => end(false, `${output}${error.message}`));
    child.once('close', (code) => end(code === 0, output));
  });
}

export function runNode(args, options) {
  return run(process.execPath, args, options);
}

/** Like {@link run}, but for npm. Uses the npm that started this process, if there is one. */
export function runNpm(args, options) {
  const own = process.env.npm_execpath;
  return own && existsSync(own) ? runNode([own, ...args], options) : run('npm', args, options);
}

/**
 * Packs a folder like `npm pack`, into the same folder.
 *
 * @param {string} folder
 * @returns {Promise<string>} the file
 * @throws Error with npm's output
 */
export async function packFolder(folder) {
  const args = ['pack', '--ignore-scripts', '--loglevel=error', `--pack-destination=${folder}`];
  const { ok, output } = await runNpm(args, { cwd: folder });
  if (!ok) throw new Error(`"npm pack" failed:\n${output.trim()}`);
  return path.join(folder, output.trim().split('\n').at(-1));
}

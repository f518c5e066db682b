import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, chownSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { ordinaryUserOptions } from './ordinary-user-options';
import { outputOf, type ProcessOutput } from './process-output';
import { until } from './wait';

const START_TIMEOUT_MS = 300_000;
const READY = 'Stop it with Ctrl-C.';

export interface RunningInstallation {
  readonly output: ProcessOutput;
  /** Sends a signal. Resolves when all processes that write to the program's output have exited. */
  stop(): Promise<number | null>;
}

/** An ordinary user with an empty home folder, who installs and runs packed files. */
export interface PackageUser {
  readonly home: string;
  /** Installs a packed file with npm, without install scripts. Returns the package's folder. */
  install(file: string, as: string): Promise<string>;
  /** Runs an installed package's `blocktally` command, and waits for its exit. */
  run(as: string, ...argv: string[]): Promise<{ code: number; stdout: string; stderr: string }>;
  /** Runs an installed package's `blocktally` command, and waits until it is ready. */
  start(as: string, ...argv: string[]): Promise<RunningInstallation>;
  remove(): void;
}

export function createPackageUser(registry: string): PackageUser {
  const home = mkdtempSync(path.join(tmpdir(), 'blocktally home '));
  chmodSync(home, 0o755);
  const { uid, gid } = ordinaryUserOptions;
  if (uid !== undefined && gid !== undefined) chownSync(home, uid, gid);
  const env = { NODE_ENV: 'production' as const, PATH: process.env.PATH, HOME: home, LANG: 'C' };
  const options = { ...ordinaryUserOptions, cwd: home, env };
  const prefix = (as: string) => path.join(home, as);
  const program = (as: string) => path.join(prefix(as), 'bin', 'blocktally');
  const launch = async (command: string, argv: readonly string[]): Promise<RunningInstallation> => {
    const child = spawn(command, argv, { ...options, stdio: ['ignore', 'pipe', 'pipe'] });
    const output = outputOf(child);
    const ready = () => output.isWhole() || output.text().includes(READY);
    await until('it is ready', ready, START_TIMEOUT_MS);
    if (output.isWhole()) throw new Error(`blocktally has ended:\n${output.text()}`);
    const stop = async () => {
      const closed = once(child, 'close');
      child.kill('SIGTERM');
      const [code] = await closed;
      return code as number | null;
    };
    return { output, stop };
  };
  return {
    home,
    install: async (file, as) => {
      const quiet = ['--no-audit', '--no-fund', '--no-update-notifier', '--loglevel=error'];
      const args = ['install', '--global', `--prefix=${prefix(as)}`, `--registry=${registry}`];
      await promisify(execFile)('npm', [...args, '--ignore-scripts', ...quiet, file], options);
      return path.join(prefix(as), 'lib', 'node_modules', 'blocktally');
    },
    run: async (as, ...argv) => {
      const child = spawn(program(as), argv, { ...options, stdio: ['ignore', 'pipe', 'pipe'] });
      const said = { stdout: '', stderr: '' };
      for (const name of ['stdout', 'stderr'] as const) {
        child[name].on('data', (chunk: Buffer) => {
          said[name] += chunk.toString();
        });
      }
      const [code] = await once(child, 'close');
      return { code, ...said };
    },
    start: (as, ...argv) => launch(program(as), argv),
    remove: () => rmSync(home, { recursive: true, force: true }),
  };
}

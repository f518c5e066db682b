import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { CACHE, ROOT } from '@/scripts/lib/checkout.mjs';
import { findRuntimes } from './runtimes';

export const LANGUAGES = ['curl', 'node', 'python', 'php', 'ruby', 'go'] as const;
export type Language = (typeof LANGUAGES)[number];
export type SampleName = 'create-payment' | 'catch-up' | 'verify-webhook';

export interface SampleRun {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface SampleRunner {
  run(
    language: Language,
    sample: SampleName,
    input: {
      readonly args?: readonly string[];
      readonly env: Readonly<Record<string, string>>;
      readonly stdin?: Uint8Array;
    },
  ): Promise<SampleRun>;
  close(): void;
}

const FOLDER = path.join(ROOT, 'examples', 'samples');

/** @throws Error with installation instructions if this machine lacks a language */
export function openSamples(): SampleRunner {
  const runtime = findRuntimes();
  const compiled = compile(runtime('go'));
  const commands: Readonly<Record<Language, (sample: SampleName) => string[]>> = {
    curl: (sample) => ['bash', `${FOLDER}/curl/${sample}.sh`],
    node: (sample) => [process.execPath, `${FOLDER}/node/${sample}.mjs`],
    python: (sample) => [runtime('python3'), `${FOLDER}/python/${sample.replace('-', '_')}.py`],
    php: (sample) => [runtime('php'), `${FOLDER}/php/${sample}.php`],
    ruby: (sample) => [runtime('ruby'), `${FOLDER}/ruby/${sample}.rb`],
    go: (sample) => [`${compiled}/${sample}`],
  };
  return {
    close: () => rmSync(compiled, { recursive: true, force: true }),
    run: async (language, sample, { args = [], env, stdin = new Uint8Array() }) => {
      const [command = '', ...rest] = [...commands[language](sample), ...args];
      const child = spawn(command, rest, {
        env: { PATH: process.env.PATH, HOME: process.env.HOME, NODE_ENV: 'production', ...env },
      });
      const printed = { stdout: '', stderr: '' };
      for (const stream of ['stdout', 'stderr'] as const) {
        child[stream].setEncoding('utf8').on('data', (text: string) => {
          printed[stream] += text;
        });
      }
      // A program may exit before it has read its whole input, and the stream then emits an error.
      child.stdin.on('error', () => {}).end(stdin);
      const [code] = await once(child, 'close');
      return { code, ...printed };
    },
  };
}

/** The first run of Go also compiles its standard library, which the cache keeps. */
function compile(go: string): string {
  const cache = path.join(CACHE, 'go-build');
  mkdirSync(cache, { recursive: true });
  const folder = mkdtempSync(path.join(tmpdir(), 'blocktally-samples-'));
  execFileSync(go, ['build', '-o', folder, './...'], {
    cwd: path.join(FOLDER, 'go'),
    env: {
      PATH: process.env.PATH,
      HOME: process.env.HOME,
      NODE_ENV: 'production',
      CGO_ENABLED: '0',
      GOCACHE: cache,
      GOFLAGS: '-mod=mod',
      GOPROXY: 'off',
      GOTOOLCHAIN: 'local',
    },
  });
  return folder;
}

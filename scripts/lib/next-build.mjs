import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { totalmem } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress } from 'node:zlib';
import { bundleServer } from './bundle-server.mjs';
import { CACHE, ROOT } from './checkout.mjs';
import { packClient } from './client-package.mjs';
import { excerptOf } from './progress.mjs';
import { runNode } from './run.mjs';

/** Amount of free memory, in bytes, from which Turbopack may compile on all cores. */
const ENOUGH_MEMORY = 1.5 * 1024 ** 3;

const COMPILE_DOCS = path.join(ROOT, 'app/(site)/docs/_compile/print-compiled.ts');

/** Node.js arguments that run the `next` command. */
export function nextCommand(...args) {
  return [createRequire(import.meta.url).resolve('next/dist/bin/next'), ...args];
}

/**
 * Builds the pages, the server's program and the programs of its threads. These steps run one after
 * the other, so that they do not need memory at the same time.
 *
 * @param {string} server the file of the program, in the folder of Next.js' own files
 * @throws Error with an excerpt of the compiler's output
 */
export async function buildAll(server) {
  const docs = path.join(CACHE, 'compiled-docs.json');
  const client = path.join(CACHE, 'client.tgz');
  mkdirSync(CACHE, { recursive: true });
  try {
    await compileDocs(docs);
    writeFileSync(client, await packClient(ROOT));
    await runNext({ COMPILED_DOCS: docs, PACKED_CLIENT: client });
  } finally {
    for (const file of [docs, client]) rmSync(file, { force: true });
  }
  const next = path.join(ROOT, '.next');
  hintScripts(next);
  await compressStatic(path.join(next, 'static'));
  await bundleServer(server);
}

/**
 * Compiles the documentation once for two of Next.js's module graphs. Otherwise Next.js would
 * compile it in two concurrent processes.
 */
async function compileDocs(file) {
  const { ok, output } = await runNode(['--import', 'tsx', COMPILE_DOCS, file], { show: false });
  if (!ok) throw new Error(`The documentation could not be compiled:\n${excerptOf(output)}`);
}

async function runNext(settings) {
  const env = {
    ...process.env,
    ...settings,
    ...memorySettings(),
    NODE_ENV: 'production',
    NEXT_TELEMETRY_DISABLED: '1',
    STANDALONE: '1',
  };
  const { ok, output } = await runNode(nextCommand('build'), { env });
  if (!ok) throw new Error(`The build failed ("npx next build"):\n${excerptOf(output)}`);
}

/**
 * Returns settings with which Turbopack returns freed memory immediately, so that it needs at most
 * 1.2 GB instead of 1.4. If less memory is free, it compiles one module after another. This needs
 * only 900 MB, but takes 1.5 times as long.
 */
function memorySettings() {
  // On macOS, memory that could be reclaimed does not count as free, so the total memory is used
  // instead.
  const free = process.platform === 'darwin' ? totalmem() : process.availableMemory();
  const isScarce = free < ENOUGH_MEMORY;
  return {
    MIMALLOC_PURGE_DELAY: '0',
    ...(isScarce ? { TURBO_TASKS_AVAILABLE_PARALLELISM: '1' } : {}),
  };
}

/** A hint for Chromium: https://developer.chrome.com/blog/explicit-compile-hints */
const HINT = '//# allFunctionsCalledOnLoad\n';

/**
 * Marks React's and Next.js' own scripts, which every page runs. Chromium then compiles a marked
 * script on another thread while it arrives. Otherwise it would compile one function after another
 * while the page starts.
 *
 * @param {string} next the folder of Next.js' build
 */
function hintScripts(next) {
  const { rootMainFiles } = JSON.parse(
    readFileSync(path.join(next, 'build-manifest.json'), 'utf8'),
  );
  for (const name of rootMainFiles) {
    const file = path.join(next, name);
    const script = readFileSync(file, 'utf8');
    if (!script.startsWith(HINT)) writeFileSync(file, HINT + script);
  }
}

const compress = promisify(brotliCompress);

/** Smaller files are not compressed, because that would save less than a packet. */
const MIN_BYTES = 1_400;

/**
 * Compresses a build's scripts and styles with Brotli (RFC 7932) at the highest level, into
 * additional files. The server sends these files (lib/server/compressed-files.ts).
 *
 * @param {string} folder of Next.js' static files
 */
async function compressStatic(folder) {
  const files = readdirSync(folder, { recursive: true }).filter((name) =>
    /\.(?:js|css)$/.test(name),
  );
  await Promise.all(
    files.map(async (name) => {
      const file = path.join(folder, name);
      const content = readFileSync(file);
      if (content.length >= MIN_BYTES) writeFileSync(`${file}.br`, await compress(content));
    }),
  );
}

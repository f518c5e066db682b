import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress } from 'node:zlib';
import { bundleServer } from './bundle-server.mjs';
import { CACHE, ROOT } from './checkout.mjs';
import { packClient } from './client-package.mjs';
import { excerptOf } from './progress.mjs';
import { runNode } from './run.mjs';

const COMPILE_DOCS = path.join(ROOT, 'app/(site)/docs/_compile/print-compiled.ts');

export function nextJsCommand(...args) {
  return [createRequire(import.meta.url).resolve('next/dist/bin/next'), ...args];
}

/**
 * Builds the pages, the server's program and the programs of its threads, one after the other to
 * limit the memory.
 *
 * @param {string} server the file of the program, in the folder of Next.js' own files
 * @throws Error with an excerpt of the compiler's output
 */
export async function buildPagesAndServer(server) {
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
 * Compiles the documentation once. Otherwise Next.js would compile it twice, in two concurrent
 * processes.
 */
async function compileDocs(file) {
  const { ok, output } = await runNode(['--import', 'tsx', COMPILE_DOCS, file], { show: false });
  if (!ok) throw new Error(`The documentation could not be compiled:\n${excerptOf(output)}`);
}

async function runNext(settings) {
  const env = {
    ...process.env,
    ...settings,
    // Turbopack returns freed memory immediately, and needs at most 1.2 GB instead of 1.4.
    MIMALLOC_PURGE_DELAY: '0',
    NODE_ENV: 'production',
    NEXT_TELEMETRY_DISABLED: '1',
    STANDALONE: '1',
  };
  const { ok, output } = await runNode(nextJsCommand('build'), { env });
  if (!ok) throw new Error(`The build failed ("npx next build"):\n${excerptOf(output)}`);
}

/**
 * This makes Chromium compile the whole script:
 * https://developer.chrome.com/blog/explicit-compile-hints
 */
const HINT = '//# allFunctionsCalledOnLoad\n';

/**
 * Marks the scripts of React and Next.js, which every page runs. Chromium compiles a marked script
 * on another thread while it loads. Otherwise it would compile each function when the page first
 * calls it.
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

/** Compressing a smaller file would save less than one packet. */
const MIN_BYTES = 1_400;

/**
 * Compresses a build's scripts and styles with Brotli (RFC 7932) at the highest level. The server
 * sends the resulting files (lib/server/compressed-files.ts).
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

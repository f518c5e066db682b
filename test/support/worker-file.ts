import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { bundleWorker } from '@/scripts/lib/bundle-server.mjs';

/** The program of a server's threads, built for a test. */
export async function buildWorker(): Promise<{ readonly file: URL; remove(): void }> {
  const folder = mkdtempSync(path.join(tmpdir(), 'blocktally-worker-'));
  const bundle = path.join(folder, 'worker.mjs');
  await bundleWorker(bundle);
  return {
    file: pathToFileURL(bundle),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { bundle } from '@/scripts/lib/bundle-server.mjs';

export interface ThreadFile {
  readonly file: URL;
  remove(): void;
}

/** The program of a server's threads, built for a test. */
export const buildWorker = () => build('lib/threads/worker.ts');

async function build(entry: string): Promise<ThreadFile> {
  const folder = mkdtempSync(path.join(tmpdir(), 'blocktally-worker-'));
  const file = path.join(folder, 'worker.mjs');
  await bundle(entry, file);
  return {
    file: pathToFileURL(file),
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}

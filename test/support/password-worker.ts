import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { startPasswordThread } from '@/lib/accounts/hash-password';
import { bundle } from '@/scripts/lib/bundle-server.mjs';

export async function startTestPasswordThread(): Promise<{ remove(): void }> {
  const folder = mkdtempSync(path.join(tmpdir(), 'blocktally-worker-'));
  const file = path.join(folder, 'worker.mjs');
  await bundle('lib/accounts/password-worker.ts', file);
  const end = startPasswordThread(pathToFileURL(file));
  return {
    remove: () => {
      end();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { setLogoWorkerFile } from '@/lib/face/logo-thread';
import { bundle } from '@/scripts/lib/bundle-server.mjs';

export async function startTestLogoThread(): Promise<{ remove(): void }> {
  const folder = mkdtempSync(path.join(tmpdir(), 'blocktally-logo-'));
  const file = path.join(folder, 'worker.mjs');
  await bundle('lib/face/logo-worker.ts', file);
  setLogoWorkerFile(pathToFileURL(file));
  return { remove: () => rmSync(folder, { recursive: true, force: true }) };
}

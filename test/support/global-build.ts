import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { TestProject } from 'vitest/node';
import { ensureBuilt } from '@/scripts/lib/build.mjs';

declare module 'vitest' {
  interface ProvidedContext {
    packageFolder: string;
  }
}

export default async function setup(project: TestProject): Promise<() => void> {
  await ensureBuilt({ log: (line: string) => process.stderr.write(`${line}\n`) });
  const folder = mkdtempSync(path.join(tmpdir(), 'blocktally-package-'));
  // Tests install packages from this folder as ordinary users, so it must be readable for them.
  chmodSync(folder, 0o755);
  project.provide('packageFolder', folder);
  return () => rmSync(folder, { recursive: true, force: true });
}

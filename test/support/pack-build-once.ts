import { readdirSync } from 'node:fs';
import path from 'node:path';
import { inject } from 'vitest';
import { withLock } from '@/scripts/lib/lock.mjs';
import { makePackage } from '@/scripts/package/make-package.mjs';

/** Returns the path of the package. The first call in a run packs it for all test files. */
export async function packBuildOnce(): Promise<string> {
  const folder = inject('packageFolder');
  return withLock(path.join(folder, 'lock'), async () => {
    const made = readdirSync(folder).find((name) => name.endsWith('.tgz'));
    return made ? path.join(folder, made) : makePackage({ to: folder });
  });
}

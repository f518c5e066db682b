import { execFileSync } from 'node:child_process';
import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ROOT } from './lib/checkout.mjs';

let folder: string;

/** The copy has no scripts/lib, because an old Node.js cannot load its files. */
beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'blocktally-node-'));
  cpSync(path.join(ROOT, 'scripts'), folder, {
    recursive: true,
    filter: (file) => !file.endsWith(`${path.sep}lib`),
  });
  const versions = '{ ...process.versions, node: "18.20.8" }';
  const older = `Object.defineProperty(process, 'versions', { value: ${versions} });`;
  writeFileSync(path.join(folder, 'older.cjs'), older);
});
afterAll(() => rmSync(folder, { recursive: true }));

test.each(['start', 'build', 'test', 'admin', 'package', 'verify'])(
  'npm run %s reports the required Node version and exits with 1 on an older version',
  (name) => {
    const script = path.join(folder, `${name}.mjs`);
    const args = ['--require', path.join(folder, 'older.cjs'), script];
    let failed: { status?: number; stdout?: string; stderr?: string } = {};
    try {
      execFileSync(process.execPath, args, { encoding: 'utf8', stdio: 'pipe' });
    } catch (error) {
      failed = error as typeof failed;
    }
    expect(failed.status).toBe(1);
    expect(failed.stderr).toMatch(/^Blocktally needs Node \d+\.\d+ or later/);
    expect(failed.stdout).toBe('');
  },
);

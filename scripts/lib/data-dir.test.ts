import { spawnSync } from 'node:child_process';
import { chmodSync, cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { checkDataDir } from './data-dir.mjs';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'blocktally-data-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

test('a writable data folder is accepted, and so is a data folder that does not exist yet', () => {
  expect(() => checkDataDir(folder)).not.toThrow();
  expect(() => checkDataDir(path.join(folder, 'a', 'b'))).not.toThrow();
});

test('a file in place of the data folder or its parent is reported with its path', () => {
  const file = path.join(folder, 'file');
  writeFileSync(file, '');
  expect(() => checkDataDir(file)).toThrow(/is not a folder\.\n.*set DATA_DIR/);
  expect(() => checkDataDir(path.join(file, 'data'))).toThrow(`is not a folder: ${file}.`);
});

test('another user’s data folder is rejected with the command that changes its owner', () => {
  const other = path.join(folder, 'other');
  mkdirSync(other);
  chmodSync(other, 0o555);
  chmodSync(folder, 0o755);
  const script = path.join(folder, 'data-dir.mjs');
  cpSync('scripts/lib/data-dir.mjs', script);
  const call = `import('${script}').then((m) => m.checkDataDir('${other}')).catch((e) => console.log(e.message))`;
  // Root may write everywhere. If the tests run as root, this check runs as another user.
  const user = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {};
  const { stdout } = spawnSync(process.execPath, ['-e', call], { ...user, encoding: 'utf8' });
  expect(stdout).toMatch(/belongs to another user.*\n.*chown.*DATA_DIR/);
});

import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';
import { tarball } from './tarball.mjs';

const FILES = {
  'empty.txt': '',
  'dist/index.js': 'export {};\n',
  // More than one stored part, and no multiple of a block.
  'long.txt': 'Größe 👟\n'.repeat(20_000),
};

test('tar reads what it holds, whatever the lengths of its files', () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'blocktally-tarball-'));
  try {
    writeFileSync(path.join(folder, 'made.tgz'), tarball(FILES));
    execFileSync('gzip', ['-t', 'made.tgz'], { cwd: folder });
    execFileSync('tar', ['xzf', 'made.tgz'], { cwd: folder });
    for (const [name, text] of Object.entries(FILES)) {
      expect(readFileSync(path.join(folder, 'package', name), 'utf8')).toBe(text);
    }
  } finally {
    rmSync(folder, { recursive: true });
  }
});

test('the same files give these bytes on every machine, in any order', () => {
  const hash = (files: Record<string, string>) =>
    createHash('sha256').update(tarball(files)).digest('hex');
  const reversed = Object.fromEntries(Object.entries(FILES).reverse());
  expect(hash(reversed)).toBe(hash(FILES));
  expect(hash(FILES)).toMatchInlineSnapshot(
    `"436bc1493075dc7b57e39695c57a5b1819875ba573cc1b7a4e8547a5f4eb70f0"`,
  );
});

test('a path that does not fit into the archive is refused', () => {
  expect(() => tarball({ ['x'.repeat(101)]: '' })).toThrow('too long');
});

import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { restoreDataDirFromCopy } from './kept-copy.mjs';

let home: string;
beforeEach(() => {
  home = mkdtempSync(path.join(tmpdir(), 'blocktally copy '));
});
afterEach(() => rmSync(home, { recursive: true, force: true }));

const place = () => ({ dataDir: path.join(home, 'data'), to: path.join(home, 'backup') });

function fill(folder: string, text: string, isWhole = true): void {
  mkdirSync(path.join(folder, 'postgres', 'cluster'), { recursive: true });
  writeFileSync(path.join(folder, 'secret-key'), text);
  if (isWhole) writeFileSync(path.join(folder, 'postgres', 'cluster', 'PG_VERSION'), text);
}

const restored = () =>
  ['secret-key', 'postgres/cluster/PG_VERSION'].map((name) =>
    readFileSync(path.join(place().dataDir, name), 'utf8'),
  );

test('a restore changes nothing in a data folder that has a database', () => {
  fill(place().dataDir, 'own');
  fill(path.join(place().to, 'latest'), 'copy');
  expect(restoreDataDirFromCopy(place()).restored).toBe(false);
  expect(restored()).toEqual(['own', 'own']);
});

test('a data folder without a copy is not restored', () => {
  mkdirSync(place().dataDir);
  expect(restoreDataDirFromCopy(place()).restored).toBe(false);
});

test('a missing database is restored completely from the copy, even after a killed attempt', () => {
  fill(place().dataDir, 'own', false);
  fill(path.join(place().dataDir, 'unfinished-restore'), 'killed', false);
  fill(path.join(place().to, 'latest'), 'copy');
  expect(restoreDataDirFromCopy(place()).restored).toBe(true);
  expect(restored()).toEqual(['copy', 'copy']);
  expect(existsSync(path.join(place().dataDir, 'unfinished-restore'))).toBe(false);
});

test('the previous copy is restored if a process was killed while it replaced the latest copy', () => {
  mkdirSync(place().dataDir);
  fill(path.join(place().to, 'former'), 'former');
  expect(restoreDataDirFromCopy(place()).restored).toBe(true);
  expect(restored()).toEqual(['former', 'former']);
});

test('a restore is reported at every start until the wallets have skipped the addresses that customers may know', () => {
  mkdirSync(place().dataDir);
  fill(path.join(place().to, 'latest'), 'copy');
  restoreDataDirFromCopy(place());
  const again = restoreDataDirFromCopy(place());
  expect(again.restored).toBe(true);
  again.done();
  expect(restoreDataDirFromCopy(place()).restored).toBe(false);
});

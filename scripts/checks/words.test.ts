import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  bannedWordsIn,
  checkWords,
  findCommitSubjectFaults,
  listCommitSubjects,
} from './words.mjs';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'words-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

describe('a banned phrase is reported with its line', () => {
  test.each([
    ['in a sentence', 'Runs.\nBoth run at once.', 2, 'at once'],
    ['in capitals', '/** Whoever calls it. */', 1, 'Whoever'],
    [
      'over two lines of a JSDoc comment',
      '/**\n * It reads that\n * of the shop.\n */',
      2,
      'that of',
    ],
    ['over two comment lines', '  // It stands\n  // still.', 1, 'stands still'],
    ['with a word between', 'no key but the first', 1, 'no key but'],
    ['in a name', 'const LEAST_SATS = 1;', 1, 'LEAST_SATS'],
  ])('a banned phrase %s is reported with its line', (_, text, line, words) => {
    expect(bannedWordsIn('a.ts', text)).toEqual([
      expect.stringContaining(`a.ts:${line} says "${words}": write `),
    ]);
  });

  test('words similar to a banned phrase are accepted', () => {
    const text = 'data once, that offer, least_sats, that often, no but, foreverything, itself';
    expect(bannedWordsIn('a.ts', text)).toEqual([]);
  });
});

test('all text files are checked, except texts by third parties', () => {
  const files = ['a.md', 'Dockerfile', 'LICENSE', 'a.png'];
  for (const file of files) writeFileSync(path.join(folder, file), 'Meanwhile, it waits.');
  const found = checkWords(folder, files).map((complaint) => complaint.split(' ')[0]);
  expect(found).toEqual(['a.md:1', 'Dockerfile:1']);
});

describe('the subject of a commit', () => {
  test.each([
    'http: count requests of every key',
    'docs, lib: address three questions',
    'dashboard: embed the page',
    'jobs: need no lock',
    `api: ${'x'.repeat(67)}`,
  ])('a commit subject is accepted: %s', (subject) => {
    expect(findCommitSubjectFaults(subject)).toEqual([]);
  });

  test.each([
    'count requests of every key',
    'http: counted requests',
    'http: counting requests',
    'http: counts requests',
    'http: Count requests',
    `api: ${'x'.repeat(68)}`,
  ])('a commit subject is rejected: %s', (subject) => {
    expect(findCommitSubjectFaults(subject)).toEqual([expect.stringContaining(subject)]);
  });

  test('only commits after the base commit are checked, and none if git or the base commit is missing', () => {
    const git = (...args: string[]) =>
      execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@b.c', ...args], {
        cwd: folder,
        encoding: 'utf8',
      }).trim();
    expect(listCommitSubjects(folder, 'HEAD')).toEqual([]);
    git('init', '--quiet');
    git('commit', '--quiet', '--allow-empty', '-m', 'old');
    const base = git('rev-parse', 'HEAD');
    git('commit', '--quiet', '--allow-empty', '-m', 'api: Added a field');
    expect(listCommitSubjects(folder, base)).toEqual(['api: Added a field']);
    expect(listCommitSubjects(folder, '0'.repeat(40))).toEqual([]);
  });
});

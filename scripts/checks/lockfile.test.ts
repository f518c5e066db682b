import { expect, test } from 'vitest';
import {
  complaintsAboutLock,
  complaintsAboutManifest,
  complaintsAboutScripts,
} from './lockfile.mjs';

test('a dependency without an entry is found, one in a parent folder is accepted', () => {
  const lock = {
    '': { dependencies: { a: '1.0.0' } },
    'node_modules/a': { version: '1.0.0', dependencies: { b: '^1.0.0' } },
    'node_modules/a/node_modules/b': { version: '1.0.0', dependencies: { c: '*' } },
    'node_modules/c': { version: '1.0.0', optionalDependencies: { 'c-darwin': '1.0.0' } },
  };
  expect(complaintsAboutLock(lock)).toEqual([
    'node_modules/c needs c-darwin, which the lockfile does not have',
  ]);
});

test('a package for a single system must be optional', () => {
  const lock = { 'node_modules/x-aix': { version: '1.0.0', os: ['aix'] } };
  expect(complaintsAboutLock(lock)).toHaveLength(1);
  expect(
    complaintsAboutLock({ 'node_modules/x': { version: '1.0.0', os: ['aix'], optional: true } }),
  ).toEqual([]);
  const everywhere = { version: '1.0.0', os: ['darwin', 'linux', 'win32', 'aix'] };
  expect(complaintsAboutLock({ 'node_modules/x': everywhere })).toEqual([]);
});

test('a registry of a single machine is found', () => {
  const lock = { 'node_modules/a': { version: '1.0.0', resolved: 'http://localhost:4873/a.tgz' } };
  expect(complaintsAboutLock(lock)).toHaveLength(1);
});

test('version ranges and versions missing from the lockfile are found', () => {
  const manifest = { dependencies: { a: '^1.0.0', b: '2.0.0' } };
  const root = { dependencies: { a: '^1.0.0', b: '1.9.0' } };
  expect(complaintsAboutManifest(manifest, root)).toEqual([
    'a must have an exact version',
    'b 2.0.0 is not in the lockfile: run "npm install"',
  ]);
});

test('a package with an undecided install script is found', () => {
  const lock = {
    'node_modules/a': { version: '1.0.0', hasInstallScript: true },
    'node_modules/b/node_modules/@x/c': { version: '1.0.0', hasInstallScript: true },
    'node_modules/d': { version: '1.0.0' },
  };
  expect(complaintsAboutScripts(lock, { a: false })).toEqual([
    '@x/c runs a script when it is installed: decide in "allowScripts"',
  ]);
});

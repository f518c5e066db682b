import { execFileSync, spawnSync } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { ROOT } from '@/scripts/lib/checkout.mjs';
import { registerProcess } from '@/scripts/lib/register-process.mjs';

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'blocktally-install-'));
  cpSync(path.join(ROOT, 'scripts/lib'), path.join(folder, 'scripts/lib'), { recursive: true });
  mkdirSync(path.join(folder, 'node_modules'));
  write('package-lock.json', list('1.0.0'));
});
afterEach(() => rmSync(folder, { recursive: true }));

const write = (file: string, text: string) => writeFileSync(path.join(folder, file), text);
const list = (version: string) =>
  JSON.stringify({ packages: { 'node_modules/one': { version, integrity: 'sha512-x' } } });

function isInstalled(options = {}): boolean {
  const asked = JSON.stringify(options);
  const code = `import { arePackagesInstalled } from "./scripts/lib/install.mjs"; console.log(arePackagesInstalled(${asked}))`;
  const args = ['--input-type=module', '--eval', code];
  return execFileSync(process.execPath, args, { cwd: folder, encoding: 'utf8' }) === 'true\n';
}

test('scripts that run before the packages are installed import no package', () => {
  cpSync(path.join(ROOT, 'lib/own-commands.mjs'), path.join(folder, 'lib/own-commands.mjs'));
  const modules = ['start', 'installation', 'run-admin', 'test-run', 'install'];
  const code = modules.map((name) => `await import("./scripts/lib/${name}.mjs");`).join('');
  const args = ['--input-type=module', '--eval', code];
  expect(spawnSync(process.execPath, args, { cwd: folder, encoding: 'utf8' }).stderr).toBe('');
});

test('packages count as installed only if they match the lockfile', () => {
  write('node_modules/.package-lock.json', list('1.0.0'));
  expect(isInstalled()).toBe(true);
});

test.each([
  ['never started', undefined],
  ['has other versions', list('0.9.0')],
  ['stopped while npm wrote its list', list('1.0.0').slice(0, 40)],
  ['ran out of space for its list', ''],
])('an install is repeated if it %s', (_what, written) => {
  if (written !== undefined) write('node_modules/.package-lock.json', written);
  expect(isInstalled()).toBe(false);
});

test('a test run installs development packages, and a server start does not', () => {
  const tool = { version: '1.0.0', integrity: 'sha512-y', dev: true };
  const { packages } = JSON.parse(list('1.0.0'));
  const all = { packages: { ...packages, 'node_modules/tool': tool } };
  write('package-lock.json', JSON.stringify(all));
  write('node_modules/.package-lock.json', list('1.0.0'));
  expect([isInstalled(), isInstalled({ dev: true })]).toEqual([true, false]);
  write('node_modules/.package-lock.json', JSON.stringify(all));
  expect(isInstalled({ dev: true })).toBe(true);
});

function install(options = '', npm = process.env.npm_execpath) {
  const code = `import { ensurePackagesInstalled } from "./scripts/lib/install.mjs";
    await ensurePackagesInstalled({ log() {}, ${options} })`;
  const args = ['--input-type=module', '--eval', code];
  const env = { ...process.env, npm_execpath: npm };
  return spawnSync(process.execPath, args, { cwd: folder, encoding: 'utf8', env });
}

const runServer = (kind = 'servers') =>
  registerProcess(path.join(folder, '.cache', kind), 'http://localhost:3000');

test.each(['servers', 'dev-servers'])(
  'while a server that is listed in .cache/%s runs, no packages are removed',
  (kind) => {
    write('package.json', '{}');
    write('package-lock.json', JSON.stringify({ lockfileVersion: 3, packages: { '': {} } }));
    write('node_modules/in-use.js', '');
    runServer(kind);
    const { status, stderr } = install();
    expect(existsSync(path.join(folder, 'node_modules', 'in-use.js'))).toBe(true);
    expect([status, stderr]).toEqual([1, expect.stringContaining('runs at http://localhost:3000')]);
  },
);

test('a stalled npm process is killed and started once more', () => {
  write('package-lock.json', JSON.stringify({ lockfileVersion: 3, packages: { '': {} } }));
  write(
    'npm.mjs',
    `
    import { existsSync, writeFileSync } from 'node:fs';
    if (existsSync('stood-still')) {
      writeFileSync('node_modules/.package-lock.json', '{"packages":{}}');
    } else {
      writeFileSync('stood-still', '');
      console.error('npm http cache one@1.0.0 0ms (cache hit)');
      setInterval(() => {}, 1_000);
    }`,
  );
  const { status, stdout } = install('log: console.log, timeoutMs: 3_000', 'npm.mjs');
  expect([status, stdout]).toEqual([0, expect.stringContaining('npm stalled')]);
}, 60_000);

test('packages that only tests need are added while a server runs, without touching other packages', () => {
  const npm = (...args: string[]) =>
    execFileSync('npm', [...args, '--offline', '--silent'], { cwd: folder });
  for (const name of ['one', 'tool']) {
    mkdirSync(path.join(folder, name));
    write(`${name}/package.json`, JSON.stringify({ name, version: '1.0.0' }));
    npm('pack', `./${name}`);
  }
  const dependencies = { one: 'file:one-1.0.0.tgz' };
  const devDependencies = { tool: 'file:tool-1.0.0.tgz' };
  rmSync(path.join(folder, 'package-lock.json'));
  write('package.json', JSON.stringify({ dependencies, devDependencies }));
  npm('install', '--package-lock-only');
  npm('ci', '--omit=dev');
  const inUse = () => statSync(path.join(folder, 'node_modules/one/package.json')).ino;
  const before = inUse();
  runServer();
  expect(install('dev: true')).toMatchObject({ status: 0 });
  expect(inUse()).toBe(before);
  expect(existsSync(path.join(folder, 'node_modules/tool/package.json'))).toBe(true);
}, 120_000);

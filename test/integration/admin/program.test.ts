import { execFile } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { COMMANDS } from '@/scripts/admin/commands';
import { prepare } from '@/scripts/admin/prepare';
import { bundle } from '@/scripts/lib/bundle-server.mjs';
import { createTestDatabase, type TestDatabase } from '@/test/support/database';
import { createTestKey, randomDescriptor, TEST_SECRET_KEY } from '@/test/support/factories';

let base: TestDatabase;
let dataDir: string;
let program: string;

beforeAll(async () => {
  base = await createTestDatabase();
  dataDir = mkdtempSync(join(tmpdir(), 'admin '));
  program = join(dataDir, 'admin.mjs');
  await bundle('scripts/admin.ts', program);
  await createTestKey(base.db);
});

afterAll(async () => {
  rmSync(dataDir, { recursive: true });
  await base.drop();
});

test('a mistyped command or option gets a suggestion of the nearest known one', () => {
  const said = (...argv: string[]) => {
    try {
      return prepare(argv);
    } catch (error) {
      return (error as Error).message;
    }
  };
  expect(said('staus')).toBe("Unknown command 'staus'. Did you mean status?");
  expect(said('key', 'creat')).toBe("Unknown command 'creat'. Did you mean create?");
  expect(said('key', 'create', '--netwrk', 'signet')).toBe(
    "Unknown option '--netwrk'. Did you mean --network?",
  );
  expect(said('key')).toBe('Use one of: key create, key list, key rotate, key update, key revoke.');
});

test('docs/commands.md lists exactly the commands that exist', () => {
  const listed = readFileSync('docs/commands.md', 'utf8').matchAll(/^\| `([a-z -]+)` \|/gm);
  expect([...listed].map(([, name]) => name)).toEqual(Object.keys(COMMANDS));
});

test.each(Object.keys(COMMANDS))('%s has a help text with its options and an example', (name) => {
  const help = prepare([...name.split(' '), '--help']);
  const text = 'text' in help ? help.text : '';
  expect(text).toContain(COMMANDS[name]?.about.split(' ').slice(0, 3).join(' '));
  for (const [flags] of COMMANDS[name]?.options ?? []) expect(text).toContain(flags);
  const [, example = ''] = /Example:\n {2}npm run -s admin -- (.+)/.exec(text) ?? [];
  expect(example.startsWith(name)).toBe(true);
  expect(prepare(['help', ...name.split(' ')])).toEqual(help);
});

const runProgram = (env: Record<string, string>, ...argv: string[]) =>
  promisify(execFile)(process.execPath, argv, {
    env: { PATH: process.env.PATH, NODE_ENV: 'test', DATA_DIR: dataDir, ...env },
  }).then(
    ({ stdout, stderr }) => ({ code: 0, stdout, stderr }),
    ({ code, stdout, stderr }) => ({ code, stdout, stderr }),
  );
const settingsFor = (url: string) => ({ DATABASE_URL: url, SECRET_KEY: TEST_SECRET_KEY });
const runOn = (url: string, ...argv: string[]) => runProgram(settingsFor(url), program, ...argv);
const run = (...argv: string[]) => runOn(base.url, ...argv);

test('--json prints one JSON object and exits with 1 after a refusal and 2 after a usage error', async () => {
  const good = await run('merchant', 'create', '--name', 'Third shop', '--json');
  expect(good.code).toBe(0);
  expect(good.stdout.trimEnd()).not.toContain('\n');
  expect(JSON.parse(good.stdout)).toMatchObject({ name: 'Third shop' });
  const descriptor = randomDescriptor('testnet4');
  const create = ['key', 'create', '--network', 'testnet4', '--descriptor', descriptor, '--json'];
  const off = await run(...create);
  expect([off.code, off.stderr.trim()]).toEqual([0, JSON.parse(off.stdout).warning]);
  expect(off.stderr).toContain('BITCOIN_TESTNET4');
  const refused = await run('key', 'rotate', 'key_none', '--json');
  expect([refused.code, JSON.parse(refused.stdout).error.code]).toEqual([1, 'not_found']);
  const wrong = await run('key', 'rotat', '--json');
  expect([wrong.code, JSON.parse(wrong.stdout).error.code]).toEqual([2, 'usage']);
});

test('without --json, results are printed as tables, and errors go to standard error only', async () => {
  const merchants = await run('merchant', 'list');
  expect(merchants.stdout).toMatch(/^id +name +created at\nmer_\w+ +\S.* \d{4}-\d\d-\d\dT/);
  const status = await run('status');
  expect(status.stdout).toMatch(/^counts, merchants +\d+$/m);
  const refused = await run('key', 'rotate', 'key_none');
  expect([refused.code, refused.stdout]).toEqual([1, '']);
  expect(refused.stderr).toMatch(/key/);
  const wrong = await run('key', 'creat');
  expect([wrong.code, wrong.stdout]).toEqual([2, '']);
  expect(wrong.stderr).toContain('Did you mean create?');
  expect(wrong.stderr).toContain('Help: npm run -s admin -- key creat --help');
  const missing = await run('user', 'reset-password');
  expect(missing.stderr).toContain('Help: npm run -s admin -- user reset-password --help');
});

test('help, version and usage errors start no database', async () => {
  const empty = join(dataDir, 'never made');
  const alone = (...argv: string[]) =>
    runProgram({ DATA_DIR: empty }, 'scripts/admin.mjs', ...argv);
  expect((await alone('--version')).stdout).toMatch(/^\d+\.\d+\.\d+\n$/);
  expect((await alone('key', 'create', '--help')).stdout).toContain('--descriptor <descriptor>');
  expect((await alone('key', 'explode')).code).toBe(2);
  expect(existsSync(empty)).toBe(false);
});

test('the admin program gives the same output from source as from the bundle', async () => {
  const status = ['status', '--json'];
  const sources = ['--import', 'tsx', 'scripts/admin.ts'];
  // The number of connections can change between the two runs.
  const comparable = ({ stdout, ...rest }: { readonly stdout: string }) => ({
    ...rest,
    stdout: stdout.replace(/"connections":\d+/, '"connections":0'),
  });
  const answer = await runProgram(settingsFor(base.url), ...sources, ...status);
  expect(comparable(answer)).toEqual(comparable(await run(...status)));
});

test('the admin program reports an unusable database with the same error as a server start', async () => {
  const newer = await createTestDatabase();
  await newer.db.execute('update drizzle.__drizzle_migrations set created_at = created_at + 1e15');
  const unknown = `${newer.url}?pgbouncer=true`;
  for (const [url, code, words] of [
    [unknown, 'database_unavailable', 'does not know a parameter of DATABASE_URL'],
    [newer.url, 'unfit_database', 'was upgraded by a newer version of Blocktally'],
  ] as const) {
    for (const command of [['status'], ['merchant', 'create', '--name', 'Shop']]) {
      const { code: exit, stdout } = await runOn(url, ...command, '--json');
      expect([exit, JSON.parse(stdout).error]).toEqual([
        1,
        { code, message: expect.stringContaining(words) },
      ]);
    }
  }
  await newer.drop();
});

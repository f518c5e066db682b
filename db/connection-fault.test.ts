import { expect, test } from 'vitest';
import { connectionFault } from './connection-fault';

const URL_OF = 'postgres://ann:s3cret%40word@db.example:6432/shop?sslmode=require';
const fault = (code: string) => Object.assign(new Error('s3cret@word'), { code });

test.each([
  ['28P01', /refuses the password.*percent-encoded/],
  ['28000', /pg_hba\.conf/],
  ['3D000', /no database of this name.*createdb/],
  ['ECONNREFUSED', /nothing accepts connections.*Start PostgreSQL/],
  ['ENOTFOUND', /DNS does not know this host/],
  ['CONNECT_TIMEOUT', /does not respond.*firewall/],
  ['DEPTH_ZERO_SELF_SIGNED_CERT', /certificate.*NODE_EXTRA_CA_CERTS/],
  ['SELF_SIGNED_CERT_IN_CHAIN', /certificate.*NODE_EXTRA_CA_CERTS/],
  ['42501', /lacks a right.*grant .* on database "shop" to "ann"/],
  ['42704', /does not know a parameter.*pgbouncer and schema/],
  ['53300', /max_connections/],
  ['53100', /disk is full/],
])('the error for %s is one line with the database’s address and the remedy', (code, words) => {
  const said = connectionFault(URL_OF, fault(code)) ?? '';
  expect(said).toContain('"shop" at db.example:6432, user "ann",');
  expect(said).toContain(`(${code})`);
  expect(said).toMatch(words);
  expect(said).not.toMatch(/s3cret|\n/);
});

test('a connection error is found inside a failed query’s error and inside an AggregateError', () => {
  const several = new AggregateError([fault('ECONNREFUSED'), fault('ECONNREFUSED')]);
  expect(connectionFault(URL_OF, several)).toContain('(ECONNREFUSED)');
  const failed = new Error('Failed query', { cause: fault('3D000') });
  expect(connectionFault(URL_OF, failed)).toContain('(3D000)');
});

test('a missing socket is reported as a connection fault with its folder, but other missing files are not', () => {
  const url = 'postgres:///shop?host=/var/run/postgresql';
  const missing = fault('ENOENT');
  expect(connectionFault(url, missing)).toBeUndefined();
  const said = connectionFault(url, Object.assign(missing, { syscall: 'connect' }));
  expect(said).toMatch(/^The database "shop" at \/var\/run\/postgresql:5432 .* no socket/);
});

test('an error other than a failed connection is not reported as a connection fault', () => {
  expect(connectionFault(URL_OF, fault('23505'))).toBeUndefined();
  expect(connectionFault(URL_OF, new Error('no code'))).toBeUndefined();
});

test.each([
  ['28000', 'no pg_hba.conf entry for host "10.0.0.1", user "ann", database "shop", no encryption'],
  ['28000', 'SSL connection is required. Please specify SSL options and retry.'],
  ['08P01', 'SSL required'],
  ['XX000', 'connection is insecure (try using `sslmode=require`)'],
])(
  'for code %s and message "%s", the reported error advises adding sslmode=require',
  (code, message) => {
    const said = connectionFault(URL_OF, Object.assign(new Error(message), { code }));
    expect(said).toMatch(/only with TLS .*Add sslmode=require/);
  },
);

test('if pg_hba.conf refuses a connection through a socket, the error does not suggest TLS', () => {
  const message =
    'no pg_hba.conf entry for host "[local]", user "ann", database "shop", no encryption';
  const said = connectionFault(URL_OF, Object.assign(new Error(message), { code: '28000' }));
  expect(said).toContain('add a line for it to pg_hba.conf');
});

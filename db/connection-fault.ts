import { readDatabaseUrl } from '@/lib/domain/database-url';
import { type DriverErrorFields, errorChain } from './connection-lost';

type Meaning = readonly [codes: RegExp, means: string, todo: string, words?: RegExp];

/**
 * What each connection error means, and how to fix it. Codes come from PostgreSQL, the operating
 * system and TLS. If a code has several meanings, the message must also match `words`. The first
 * match wins.
 */
const MEANINGS: readonly Meaning[] = [
  [
    /^ECONNREFUSED$/,
    'nothing accepts connections at this address and port',
    'Start PostgreSQL, or correct host and port in DATABASE_URL',
  ],
  [
    /^ENOENT$/,
    'its folder has no socket for this port',
    'Start PostgreSQL, or correct the folder and port in DATABASE_URL',
  ],
  [
    /^EACCES$/,
    'this process may not use its socket',
    'Let the user of this process enter the socket’s folder, or name a host in DATABASE_URL',
  ],
  [/^(ENOTFOUND|EAI_AGAIN)$/, 'DNS does not know this host', 'Correct the host in DATABASE_URL'],
  [
    /^(CONNECT_TIMEOUT|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH)$/,
    'it does not respond',
    'Check host and port in DATABASE_URL, and the firewall in between',
  ],
  [
    /^28P01$/,
    'it refuses the password of this user',
    'Correct user and password in DATABASE_URL; write special characters of the password percent-encoded',
  ],
  [
    // PgBouncer and hosted services have codes and messages of their own.
    /^(28|08P01|XX000)/,
    'it lets this user in only with TLS',
    'Add sslmode=require to DATABASE_URL, or sslmode=verify-full to check its certificate too',
    /^(?!.*\[local\]).*no encryption|SSL (connection )?(is )?required|sslmode=require/i,
  ],
  [
    /^28/,
    'it does not let this user in from here',
    'Create the user, or add a line for it to pg_hba.conf',
  ],
  [/^3D000$/, 'it has no database of this name', 'Create it (createdb), or correct DATABASE_URL'],
  [
    /^42704$/,
    'it does not know a parameter of DATABASE_URL',
    'Remove the parameters that only other clients know, such as pgbouncer and schema',
  ],
  [
    /^53300$/,
    'it has no connection left',
    'Lower DATABASE_MAX_CONNECTIONS, raise max_connections, or stop what uses them',
  ],
  [/^53100$/, 'its disk is full', 'Free space there: nothing is lost'],
  [/^57P0/, 'it is starting or stopping', 'Try again in a moment'],
  [
    /^42501$/,
    'its tables belong to another user',
    'Name that user in DATABASE_URL. Or in this database, as a superuser, run: reassign owned by OTHER to USER',
    /schema drizzle|(table|sequence|function|type) |must be owner/,
  ],
  [
    /^42501$/,
    'this user lacks a right in it',
    'In this database, as its owner or a superuser, run: grant connect, create on database DATABASE to USER; grant usage, create on schema public to USER',
  ],
  [
    /^25006$/,
    'it is read-only, as a standby is',
    'Name the primary in DATABASE_URL, or add target_session_attrs=primary',
  ],
  [
    /SELF_SIGNED|UNABLE_TO_(VERIFY|GET)|DEPTH_ZERO/,
    'its TLS certificate is from no authority that this machine trusts',
    'Add sslrootcert=/path/to/ca.pem to DATABASE_URL, or set NODE_EXTRA_CA_CERTS=/path/to/ca.pem',
  ],
  [/^CERT_HAS_EXPIRED$/, 'its TLS certificate has expired', 'Renew it'],
  [
    /^ERR_TLS_CERT_ALTNAME_INVALID$/,
    'its TLS certificate is for another host name',
    'Use that name in DATABASE_URL',
  ],
  [
    /^ECONNRESET$/,
    'it has no TLS at this port',
    'Switch ssl on in postgresql.conf, or set sslmode=disable in DATABASE_URL',
    /before secure TLS connection/,
  ],
  [
    /^(ECONNRESET|EPIPE|CONNECTION_(CLOSED|DESTROYED|ENDED))$/,
    'it closes the connection',
    'Check that the port is PostgreSQL’s, and look into its log',
  ],
];

/**
 * Returns one line that says why a database cannot be used and what to do. The line contains host,
 * port, database and user, but never the password. Returns undefined for other errors.
 */
export function connectionFault(databaseUrl: string, error: unknown): string | undefined {
  const found = errorChain(error)
    // A missing file fails with the same codes as a missing Unix socket, so check the syscall.
    .filter((one) => one.syscall === 'connect' || !/^(ENOENT|EACCES)$/.test(`${one.code}`))
    .map((one) => ({ code: one.code, meaning: meaningOf(one) }))
    .find(({ meaning }) => meaning);
  if (!found?.meaning) return undefined;
  const [, means, todo] = found.meaning;
  const { hosts = [], rest } = readDatabaseUrl(databaseUrl) ?? {};
  const user = decodeURIComponent(rest?.username ?? '');
  const name = decodeURIComponent(rest?.pathname.slice(1) ?? '') || user;
  const at = hosts.map(({ hostname, port }) => ` at ${hostname}:${port}`);
  const place = `"${name}"${at.join(' or')}${user ? `, user "${user}",` : ''}`;
  const remedy = todo.replaceAll(/\b(DATABASE|USER)\b/g, (word) => {
    const named = word === 'USER' ? user : name;
    return named ? `"${named}"` : word;
  });
  return `The database ${rest ? place : 'of DATABASE_URL'} cannot be used: ${means} (${found.code}). ${remedy}.`;
}

function meaningOf({ code, message = '' }: DriverErrorFields): Meaning | undefined {
  return MEANINGS.find(
    ([codes, , , words]) => codes.test(`${code}`) && (!words || words.test(message)),
  );
}

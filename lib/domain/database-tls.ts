/** The modes of libpq: https://www.postgresql.org/docs/current/libpq-ssl.html */
const SSL_MODES = ['disable', 'allow', 'prefer', 'require', 'verify-ca', 'verify-full'] as const;
type SslMode = (typeof SSL_MODES)[number];

export interface DatabaseTls {
  readonly mode: SslMode;
  /** The file of the certificate authority; undefined for the authorities of Node.js. */
  readonly rootFile: string | undefined;
}

/** Returns the TLS parameters of a database URL; without any, connections are not encrypted. */
export function databaseTls(parameters: URLSearchParams): DatabaseTls {
  const root = parameters.get('sslrootcert');
  const mode = parameters.get('sslmode') ?? (root === 'system' ? 'verify-full' : 'disable');
  return { mode: mode as SslMode, rootFile: root === 'system' ? undefined : (root ?? undefined) };
}

/** Returns the rule that the TLS parameters of a database URL break. */
export function brokenTlsRule(parameters: URLSearchParams): string | undefined {
  for (const name of ['sslmode', 'sslrootcert']) {
    if (parameters.getAll(name).length > 1) return `${name} must be set once`;
  }
  const { mode, rootFile } = databaseTls(parameters);
  if (!SSL_MODES.includes(mode)) return `sslmode must be one of ${SSL_MODES.join(', ')}`;
  if (rootFile === undefined || isVerified(mode)) return undefined;
  return 'sslrootcert needs sslmode=verify-full or sslmode=verify-ca';
}

/** Whether the server's certificate is checked. */
export function isVerified(mode: SslMode): boolean {
  return mode.startsWith('verify-');
}

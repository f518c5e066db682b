/**
 * The values of `sslmode` in libpq (https://www.postgresql.org/docs/current/libpq-ssl.html), and
 * "no-verify" of node-postgres, which appears in the URLs of some hosting services.
 */
const SSL_MODES = [
  'disable',
  'allow',
  'prefer',
  'require',
  'no-verify',
  'verify-ca',
  'verify-full',
] as const;
type SslMode = (typeof SSL_MODES)[number];

export interface DatabaseTls {
  readonly mode: SslMode;
  /** The certificate authority's file; undefined for the authorities that Node.js trusts. */
  readonly rootFile: string | undefined;
}

/** The values of the parameter `ssl`, which some clients use in place of `sslmode`. */
const SWITCHES: Readonly<Record<string, SslMode>> = {
  true: 'require',
  1: 'require',
  false: 'disable',
  0: 'disable',
};

/**
 * Reads the TLS parameters of a database URL. Without any, connections are not encrypted. As in
 * libpq, `require` checks the certificate if the URL names a certificate authority.
 */
export function databaseTls(parameters: URLSearchParams): DatabaseTls {
  const root = parameters.get('sslrootcert');
  const ssl = parameters.get('ssl');
  const given = parameters.get('sslmode') ?? (ssl === null ? null : (SWITCHES[ssl] ?? ssl));
  const isDecided = root === null || (given !== null && given !== 'require');
  const mode = isDecided ? (given ?? 'disable') : root === 'system' ? 'verify-full' : 'verify-ca';
  return { mode: mode as SslMode, rootFile: root === 'system' ? undefined : (root ?? undefined) };
}

/** Returns the rule that the TLS parameters break; undefined if they are valid. */
export function brokenTlsRule(parameters: URLSearchParams): string | undefined {
  for (const name of ['ssl', 'sslmode', 'sslrootcert']) {
    if (parameters.getAll(name).length > 1) return `${name} must be set once`;
  }
  const { mode, rootFile } = databaseTls(parameters);
  if (!SSL_MODES.includes(mode)) return `sslmode must be one of ${SSL_MODES.join(', ')}`;
  if (rootFile === undefined || verifiesCertificate(mode) || mode === 'no-verify') return undefined;
  return 'sslrootcert needs sslmode=verify-full, verify-ca or require';
}

export function verifiesCertificate(mode: SslMode): boolean {
  return mode.startsWith('verify-');
}

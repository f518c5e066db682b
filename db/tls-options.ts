import { readFileSync } from 'node:fs';
import { isIP } from 'node:net';
import { type ConnectionOptions, checkServerIdentity } from 'node:tls';
import { type DatabaseTls, verifiesCertificate } from '@/lib/domain/database-tls';

/**
 * Returns the driver's option `ssl`, with what postgres.js 3.4 lacks: sslrootcert, verify-ca and
 * the fallback of "allow". For an unknown value, postgres.js would verify the certificate.
 *
 * @throws Error when the authority's file cannot be read
 */
export function tlsOptions(
  { mode, rootFile }: DatabaseTls,
  hosts: readonly string[],
): false | 'prefer' | 'require' | ConnectionOptions {
  if (mode === 'disable') return false;
  if (mode === 'require' || mode === 'no-verify') return 'require';
  if (!verifiesCertificate(mode)) return 'prefer';
  // TLS cannot send an IP address as a host name. Without a host name, the driver would verify
  // "localhost", so this verifies the IP addresses instead.
  const namesOf = (name: string) => (hosts.includes(name) ? [name] : hosts.filter(isIP));
  return {
    ...(rootFile === undefined ? {} : { ca: readRoot(rootFile) }),
    checkServerIdentity: (name, certificate) => {
      if (mode === 'verify-ca') return undefined;
      const faults = namesOf(name).map((one) => checkServerIdentity(one, certificate));
      return faults.includes(undefined)
        ? undefined
        : (faults[0] ?? checkServerIdentity(name, certificate));
    },
  };
}

function readRoot(file: string): Buffer {
  try {
    return readFileSync(file);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new Error(`The file that sslrootcert names in DATABASE_URL cannot be read (${code}).`);
  }
}

import { TLSSocket } from 'node:tls';
import { and, eq } from 'drizzle-orm';
import type { Db } from '@/db/client';
import { pinnedCertificate } from '@/db/schema/chain';
import type { Network } from '@/lib/domain/network';
import { SourceError } from '../../source';

/** The pin of a server whose certificate a public authority has signed. */
const SIGNED = 'signed';

/**
 * Checks that a server's certificate is signed by a public authority, or is the same as at the
 * first connection. A server that once had a signed certificate must always have one.
 *
 * @throws SourceError `certificate_changed`
 */
export type CertificateCheck = (server: string, socket: unknown) => Promise<void>;

/** Stores the pins in the database, where all processes share them. */
export function createCertificateCheck(db: Db, network: Network): CertificateCheck {
  return async (server, socket) => {
    if (!(socket instanceof TLSSocket)) return;
    const { authorized } = socket;
    const fingerprint = authorized ? SIGNED : socket.getPeerX509Certificate()?.fingerprint256;
    if (!fingerprint) throw new SourceError('no_tls', `the server at ${server} has no certificate`);
    const pinned = await pin(db, { network, server, fingerprint });
    if (pinned === fingerprint || authorized) return;
    throw new SourceError(
      'certificate_changed',
      `the server at ${server} has a different certificate than before, ${fingerprint}; ` +
        'see the runbook "A changed certificate"',
    );
  };
}

/**
 * Pins the server's certificate at the first connection, and returns the pin. If a public authority
 * has signed the current certificate, `signed` becomes the pin.
 */
async function pin(db: Db, row: typeof pinnedCertificate.$inferInsert): Promise<string> {
  const { network, server, fingerprint } = pinnedCertificate;
  const [held] = await db
    .select({ fingerprint })
    .from(pinnedCertificate)
    .where(and(eq(network, row.network), eq(server, row.server)));
  if (held && (row.fingerprint !== SIGNED || held.fingerprint === SIGNED)) return held.fingerprint;
  const insert = db.insert(pinnedCertificate).values(row);
  if (row.fingerprint === SIGNED) {
    await insert.onConflictDoUpdate({ target: [network, server], set: { fingerprint: SIGNED } });
    return SIGNED;
  }
  await insert.onConflictDoNothing();
  return held ? held.fingerprint : pin(db, row);
}

/**
 * Deletes the pins of a network's servers, and returns their number. The next connection to each
 * server pins its certificate again.
 */
export async function forgetCertificates(db: Db, network: Network): Promise<number> {
  const rows = await db
    .delete(pinnedCertificate)
    .where(eq(pinnedCertificate.network, network))
    .returning({ server: pinnedCertificate.server });
  return rows.length;
}

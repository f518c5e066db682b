import { createSocket } from 'node:dgram';

const TYPES = { A: 1, AAAA: 28 } as const;
const RCODES = { NXDOMAIN: 3, SERVFAIL: 2 } as const;

export type DnsReply = readonly string[] | keyof typeof RCODES | 'silence';

export interface DnsServer {
  readonly address: string;
  close(): Promise<void>;
}

/** Starts a DNS server (RFC 1035) for A and AAAA queries over UDP. */
export async function startDns(
  reply: (type: keyof typeof TYPES, name: string) => DnsReply,
): Promise<DnsServer> {
  const socket = createSocket('udp4');
  socket.on('message', (query, from) => {
    const { name, end } = questionOf(query);
    const type = query.readUInt16BE(end) === TYPES.AAAA ? 'AAAA' : 'A';
    const answer = reply(type, name);
    if (answer === 'silence') return;
    socket.send(message(query, end + 4, type, answer), from.port, from.address);
  });
  await new Promise<void>((resolve) => socket.bind(0, '127.0.0.1', resolve));
  return {
    address: `127.0.0.1:${socket.address().port}`,
    close: () => new Promise((resolve) => socket.close(() => resolve())),
  };
}

function questionOf(query: Buffer): { name: string; end: number } {
  const labels: string[] = [];
  let at = 12;
  for (let length = query[at] ?? 0; length > 0; length = query[at] ?? 0) {
    labels.push(query.toString('latin1', at + 1, at + 1 + length));
    at += 1 + length;
  }
  return { name: labels.join('.'), end: at + 1 };
}

function message(
  query: Buffer,
  questionEnd: number,
  type: keyof typeof TYPES,
  answer: Exclude<DnsReply, 'silence'>,
): Buffer {
  const addresses = typeof answer === 'string' ? [] : answer;
  const head = Buffer.alloc(12);
  query.copy(head, 0, 0, 2);
  head.writeUInt16BE(0x8180 | (typeof answer === 'string' ? RCODES[answer] : 0), 2);
  head.writeUInt16BE(1, 4);
  head.writeUInt16BE(addresses.length, 6);
  const records = addresses.map((address) => {
    const data = type === 'A' ? Buffer.from(address.split('.').map(Number)) : ipv6Bytes(address);
    const record = Buffer.from([0xc0, 0x0c, 0, TYPES[type], 0, 1, 0, 0, 0, 0, 0, data.length]);
    return Buffer.concat([record, data]);
  });
  return Buffer.concat([head, query.subarray(12, questionEnd), ...records]);
}

/** Parses an IPv6 address with one `::`. */
function ipv6Bytes(address: string): Buffer {
  const [left = '', right = ''] = address.split('::');
  const groups = (text: string) =>
    text === '' ? [] : text.split(':').map((g) => Number(`0x${g}`));
  const [before, after] = [groups(left), groups(right)];
  const zeros = new Array<number>(8 - before.length - after.length).fill(0);
  return Buffer.from([...before, ...zeros, ...after].flatMap((group) => [group >> 8, group & 255]));
}

import { DescriptorError } from './descriptor-error';

const INPUT_CHARACTERS =
  '0123456789()[],\'/*abcdefgh@:$%{}IJKLMNOPQRSTUVWXYZ&+-.;<=>?!^_|~ijklmnopqrstuvwxyzABCDEFGH`#"\\ ';
const CHECKSUM_CHARACTERS = 'qpzry9x8gf2tvdw0s3jn54khce6mua7l';
const GENERATOR = [0xf5dee51989n, 0xa9fdca3312n, 0x1bab10e32dn, 0x3706b1677an, 0x644d626ffdn];
const LENGTH = 8;

/**
 * The eight characters that follow a descriptor's `#` (BIP 380).
 *
 * @throws DescriptorError when a character cannot stand in a descriptor
 */
export function descriptorChecksum(body: string): string {
  const sum = polymod([...symbols(body), ...Array<number>(LENGTH).fill(0)]) ^ 1n;
  let checksum = '';
  for (let i = LENGTH - 1; i >= 0; i--) {
    checksum += CHECKSUM_CHARACTERS[Number((sum >> BigInt(5 * i)) & 31n)];
  }
  return checksum;
}

/**
 * The descriptor without its checksum, which is verified if present.
 *
 * @throws DescriptorError bad_checksum
 */
export function removeChecksum(text: string): string {
  const mark = text.indexOf('#');
  if (mark < 0) return text;
  const body = text.slice(0, mark);
  if (text.slice(mark + 1) === descriptorChecksum(body)) return body;
  throw new DescriptorError(
    'bad_checksum',
    'The checksum after # does not match. Copy the whole descriptor from the wallet again.',
  );
}

/** Each character's place in its group of 32; after every three, a symbol for their groups. */
function symbols(body: string): number[] {
  const out: number[] = [];
  let groups: number[] = [];
  const closeGroup = () => {
    out.push(groups.reduce((sum, group) => sum * 3 + group, 0));
    groups = [];
  };
  for (const character of body) {
    const place = INPUT_CHARACTERS.indexOf(character);
    if (place < 0) {
      throw new DescriptorError('malformed', 'This character is not allowed in a descriptor.');
    }
    out.push(place & 31);
    groups.push(place >> 5);
    if (groups.length === 3) closeGroup();
  }
  if (groups.length > 0) closeGroup();
  return out;
}

function polymod(values: readonly number[]): bigint {
  let sum = 1n;
  for (const value of values) {
    const top = sum >> 35n;
    sum = ((sum & 0x7ffffffffn) << 5n) ^ BigInt(value);
    GENERATOR.forEach((generator, i) => {
      if ((top >> BigInt(i)) & 1n) sum ^= generator;
    });
  }
  return sum;
}

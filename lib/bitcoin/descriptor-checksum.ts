import { checksum } from '@bitcoinerlab/descriptors';
import { DescriptorError } from './descriptor-error';

/**
 * Returns the eight characters of the checksum that follows the `#` of a descriptor (BIP 380).
 *
 * @throws DescriptorError when the descriptor contains a character that BIP 380 does not permit
 */
export function descriptorChecksum(body: string): string {
  const sum = checksum(body);
  if (sum) return sum;
  throw new DescriptorError('malformed', 'This character is not allowed in a descriptor.');
}

/**
 * Returns the descriptor without its checksum. A checksum that is present must be right.
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

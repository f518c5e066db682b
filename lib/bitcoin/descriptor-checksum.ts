import { checksum } from '@bitcoinerlab/descriptors';
import { DescriptorError } from './descriptor-error';

/**
 * Returns the eight characters after the `#` of a descriptor (BIP 380).
 *
 * @throws DescriptorError for a character that BIP 380 does not permit
 */
export function descriptorChecksum(body: string): string {
  const sum = checksum(body);
  if (sum) return sum;
  throw new DescriptorError('malformed', 'This character is not allowed in a descriptor.');
}

/**
 * Checks a descriptor's checksum, if it has one, and returns the descriptor without it.
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

import { checksum } from '@bitcoinerlab/descriptors';
import { DescriptorError } from './descriptor-error';

/**
 * Returns the eight characters that follow a descriptor's `#` (BIP 380).
 *
 * @throws DescriptorError when a character cannot stand in a descriptor
 */
export function descriptorChecksum(body: string): string {
  const sum = checksum(body);
  if (sum) return sum;
  throw new DescriptorError('malformed', 'This character is not allowed in a descriptor.');
}

/**
 * Returns the descriptor without its checksum, which is verified if present.
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

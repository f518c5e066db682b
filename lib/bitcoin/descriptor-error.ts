export const DESCRIPTOR_FAULTS = [
  'private_key',
  'malformed',
  'too_complex',
  'bad_checksum',
  'unsupported_script',
  'bad_key',
  'bad_origin',
  'bad_path',
  'hardened_path',
  'not_ranged',
  'wrong_network',
  'multisig_account_key',
  'bad_threshold',
  'unknown_file',
  'incomplete_frames',
  'only_change',
  'address_differs',
] as const;
export type DescriptorFault = (typeof DESCRIPTOR_FAULTS)[number];

/**
 * Thrown for a descriptor that cannot receive. The message is public and never quotes the input.
 */
export class DescriptorError extends Error {
  readonly code: DescriptorFault;

  constructor(code: DescriptorFault, message: string) {
    super(message);
    this.name = 'DescriptorError';
    this.code = code;
  }
}

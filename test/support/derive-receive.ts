import { parseDescriptor, type ReceiveAddress } from '@/lib/bitcoin/descriptor';
import type { Network } from '@/lib/domain/network';

/**
 * @param descriptor in a form that `parseDescriptor` accepts
 * @throws DescriptorError, or RangeError for an index outside 0 to 2^31 - 1
 */
export function deriveReceive(descriptor: string, network: Network, index: number): ReceiveAddress {
  return parseDescriptor(descriptor, network).at(index);
}

import { DescriptorError, parseDescriptor, type ReceiveDescriptor } from '@/lib/bitcoin/descriptor';
import type { Network } from '@/lib/domain/network';
import type { TestNode } from './bitcoind';
import { NodeRpcError } from './node-rpc';

/**
 * Returns the addresses that the node derives from a descriptor, from index `first` to `last`. Of a
 * multipath descriptor, these are the receive addresses.
 */
export async function deriveAddressesWithNode(
  node: TestNode,
  text: string,
  first: number,
  last: number,
) {
  const answer = await node.rpc<string[] | string[][]>('deriveaddresses', text, [first, last]);
  return answer.flatMap((entry, i) => (Array.isArray(entry) && i > 0 ? [] : entry));
}

export async function getDescriptorRefusal(
  node: TestNode,
  text: string,
): Promise<string | undefined> {
  try {
    await node.rpc('getdescriptorinfo', text);
    return undefined;
  } catch (error) {
    if (error instanceof NodeRpcError) return error.message;
    throw error;
  }
}

export async function nodeAccepts(node: TestNode, text: string): Promise<boolean> {
  return (await getDescriptorRefusal(node, text)) === undefined;
}

export function parseIfAccepted(text: string, network: Network): ReceiveDescriptor | undefined {
  try {
    return parseDescriptor(text, network);
  } catch (error) {
    if (error instanceof DescriptorError) return undefined;
    throw error;
  }
}

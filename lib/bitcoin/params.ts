import { type Network as NetworkParams, networks } from 'bitcoinjs-lib';
import type { Network } from '@/lib/domain/network';

/** testnet3, testnet4 and signet write addresses and extended keys alike: they cannot be told apart. */
const PARAMS: Readonly<Record<Network, NetworkParams>> = {
  mainnet: networks.bitcoin,
  testnet: networks.testnet,
  testnet4: networks.testnet,
  signet: networks.testnet,
  regtest: networks.regtest,
};

/** How a network writes its addresses and extended keys, in the form bitcoinjs-lib takes. */
export function bitcoinNetwork(network: Network): NetworkParams {
  return PARAMS[network];
}

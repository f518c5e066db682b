import { type BtcpayServer, startBtcpayServer } from './btcpay-server';
import { randomDescriptor } from './factories';

/** Starts a stand-in for a BTCPay Server whose store has a new wallet on the sandbox. */
export function startBtcpayShop(): Promise<BtcpayServer> {
  const descriptor = randomDescriptor('regtest');
  const [, derivationScheme = ''] = /\(([^/]+)/.exec(descriptor) ?? [];
  return startBtcpayServer({ descriptor, derivationScheme, network: 'regtest' });
}

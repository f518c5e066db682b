import { type BtcpayServer, startBtcpayServer } from './btcpay-server';
import { randomDescriptor } from './factories';

export function startBtcpayShop(): Promise<BtcpayServer> {
  const descriptor = randomDescriptor('regtest');
  const [, derivationScheme = ''] = /\(([^/]+)/.exec(descriptor) ?? [];
  return startBtcpayServer({ descriptor, derivationScheme, network: 'regtest' });
}

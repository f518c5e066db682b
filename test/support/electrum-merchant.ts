import { createCertificateCheck } from '@/lib/chain/sources/electrum/certificates';
import { createElectrumSource } from '@/lib/chain/sources/electrum/electrum';
import { type ElectrumBehavior, type ElectrumStandIn, startElectrum } from './electrum-server';
import { openServerMerchant, type ServerMerchant } from './server-merchant';

export type ElectrumMerchant = ServerMerchant<ElectrumStandIn>;

export const openElectrumMerchant = (): Promise<ElectrumMerchant> =>
  openServerMerchant(startElectrum, ({ host, port }, db, options) => {
    const check = createCertificateCheck(db, 'regtest');
    return createElectrumSource('regtest', { host, port, isTls: false }, check, options);
  });

export const alterResult =
  (wanted: string, alter: (honest: never) => unknown): ElectrumBehavior =>
  async (method, _params, honest) =>
    method === wanted ? alter((await honest()) as never) : honest();

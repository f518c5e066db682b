import { createEsploraSource } from '@/lib/chain/sources/esplora/esplora';
import {
  type EsploraBehavior,
  type EsploraReply,
  type EsploraServer,
  startEsplora,
} from './esplora-server';
import { openServerMerchant, type ServerMerchant } from './server-merchant';

export interface EsploraMerchant extends ServerMerchant<EsploraServer> {
  /** Makes the server honest again, and restores the source with its usual timeouts. */
  recover(): void;
}

export async function openEsploraMerchant(): Promise<EsploraMerchant> {
  const merchant = await openServerMerchant(startEsplora, ({ url }, _db, options) =>
    createEsploraSource('regtest', url, { lookUpsPerMinute: 600, ...options }),
  );
  const { source, server } = merchant;
  return Object.assign(merchant, {
    recover: () => {
      server.recover();
      merchant.source = source;
    },
  });
}

export const alterResponse =
  (pattern: RegExp, alter: (honest: EsploraReply) => EsploraReply): EsploraBehavior =>
  async (path, honest) =>
    pattern.test(path) ? alter(await honest()) : honest();

export const TIP_HASH_PATH = /^\/blocks\/tip\/hash$/;

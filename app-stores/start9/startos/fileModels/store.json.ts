import { FileHelper, z } from '@start9labs/start-sdk';
import { sdk } from '../sdk';
import { SOURCES } from '../sources';

const shape = z.object({
  source: z.enum(SOURCES).catch('bitcoind'),
  /** If this is absent, the server uses its first address on the local network. */
  publicUrl: z.string().optional().catch(undefined),
});

/** The settings action stores the owner's choices here. */
export const store = FileHelper.json({ base: sdk.volumes.startos, subpath: '/store.json' }, shape);

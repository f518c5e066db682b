import { FileHelper, z } from '@start9labs/start-sdk';
import { sdk } from '../sdk';
import { SOURCES } from '../sources';

const shape = z.object({
  source: z.enum(SOURCES).catch('bitcoind'),
  /** The public URL of the server; absent to use the first address on the network. */
  publicUrl: z.string().optional().catch(undefined),
});

/** Stores the owner's choices in the settings action. */
export const store = FileHelper.json({ base: sdk.volumes.startos, subpath: '/store.json' }, shape);

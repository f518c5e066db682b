import { FileHelper, z } from '@start9labs/start-sdk';
import { sdk } from '../sdk';
import { SOURCES } from '../sources';

const shape = z.object({
  source: z.enum(SOURCES).catch('bitcoind'),
  /** The public address of the server; without one, the first address on the network. */
  publicUrl: z.string().optional().catch(undefined),
});

/** What the owner chose in the settings action. */
export const store = FileHelper.json({ base: sdk.volumes.startos, subpath: '/store.json' }, shape);

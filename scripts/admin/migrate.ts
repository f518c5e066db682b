import { VERSION } from '@/lib/version';
import type { Command } from './command';

/** Every command that changes something upgrades the database first: this one does nothing more. */
export const migrate: Command = {
  about: 'Upgrades the database to this version, and nothing more.',
  run: async () => ({ migrated_to: VERSION }),
};

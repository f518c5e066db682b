import { isFresh } from '@/lib/accounts/sign-up-rule';
import type { Command } from './command';

/** The token that the server prints when it starts; null once the first account exists. */
export const setupToken: Command = {
  usage: 'setup-token',
  options: {},
  positionals: 0,
  run: async ({ db, setupToken: token }) => ({ setup_token: (await isFresh(db)) ? token : null }),
};

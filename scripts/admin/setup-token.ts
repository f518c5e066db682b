import { isFresh } from '@/lib/accounts/sign-up-rule';
import type { Command } from './command';

/** The token that the server prints when it starts; null once the first account exists. */
export const setupToken: Command = {
  about: 'Prints the token that creates the first account.',
  reads: true,
  run: async ({ db, setupToken: token }) => ({ setup_token: (await isFresh(db)) ? token : null }),
};

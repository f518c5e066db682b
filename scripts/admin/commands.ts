import type { Command } from './command';
import { keyList, keyRevoke, keyRotate, keyUpdate, secretRotate } from './key-commands';
import { keyCreate } from './key-create';
import { merchantCreate, merchantList } from './merchant-commands';
import { migrate } from './migrate';
import { setupToken } from './setup-token';
import { status } from './status';
import { userResetPassword } from './user-commands';
import { walletList, walletSkip } from './wallet-commands';

/** Every command, by its name of one or two words. */
export const COMMANDS: Readonly<Record<string, Command>> = {
  status,
  migrate,
  'setup-token': setupToken,
  'merchant create': merchantCreate,
  'merchant list': merchantList,
  'key create': keyCreate,
  'key list': keyList,
  'key rotate': keyRotate,
  'key update': keyUpdate,
  'key revoke': keyRevoke,
  'secret rotate': secretRotate,
  'user reset-password': userResetPassword,
  'wallet list': walletList,
  'wallet skip': walletSkip,
};

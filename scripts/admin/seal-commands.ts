import { readFileSync } from 'node:fs';
import { checkSeals } from '@/lib/keys/check-seals';
import { createSeals } from '@/lib/keys/seal';
import { type Command, readTextOption, UsageError } from './command';

export const sealCheck: Command = {
  about: 'Checks that every wallet, payment and refund is as this server wrote it.',
  run: async ({ db, seals, clock }) => checkSeals(db, seals, clock()),
};

/** A row whose seal does not match the old key stays refused. */
export const sealRenew: Command = {
  about: 'Seals all rows again after SECRET_KEY was replaced.',
  options: [
    ['--previous-key-file <file>', 'the secret key from before, in base64'],
    ['--unchecked', 'without it: trust all rows as they are now'],
  ],
  example: 'seal renew --previous-key-file old-secret-key',
  run: async ({ db, seals, clock }, given) => {
    const file = readTextOption(given, 'previous-key-file');
    const unchecked = given.options.unchecked === true;
    if ((file === undefined) !== unchecked) {
      throw new UsageError('Give either --previous-key-file or --unchecked.');
    }
    const previous = file === undefined ? undefined : createSeals(keyIn(file));
    return checkSeals(
      db,
      seals,
      clock(),
      (kind, row) => previous === undefined || previous.matches(kind, row),
    );
  },
};

function keyIn(file: string): Uint8Array {
  const key = Buffer.from(readFileSync(file, 'utf8').trim(), 'base64');
  if (key.length !== 32) throw new UsageError('The file must hold 32 bytes in base64.');
  return new Uint8Array(key);
}

import { removeLostFactors } from '@/lib/accounts/factors/remove-lost-factors';
import { resetPassword } from '@/lib/accounts/reset-password';
import { type Arguments, type Command, readTextOption, UsageError } from './command';

const OF_USER: Pick<Command, 'word' | 'options'> = {
  word: ['email', 'the user’s e-mail address'],
  options: [['--email <email>', 'the same']],
};

export const userResetPassword: Command = {
  ...OF_USER,
  about: 'Gives a user a new password, prints it once, and ends their sessions.',
  example: 'user reset-password ann@example.com',
  run: async ({ db, clock }, given) => {
    const reset = await resetPassword(db, emailOf(given), clock());
    return {
      id: reset.userId,
      email: reset.email,
      password: reset.password,
      ended_sessions: reset.endedSessions,
    };
  },
};

export const userRemoveFactor: Command = {
  ...OF_USER,
  about:
    'Removes a user’s lost authenticator app, passkeys and recovery codes, and ends their sessions.',
  example: 'user remove-factor ann@example.com',
  run: async ({ db, clock }, given) => {
    const lost = await removeLostFactors(db, emailOf(given), clock());
    return {
      id: lost.userId,
      email: lost.email,
      removed_app: lost.app,
      removed_passkeys: lost.passkeys,
      ended_sessions: lost.endedSessions,
    };
  },
};

function emailOf(given: Arguments): string {
  const email = readTextOption(given, 'email') ?? given.positionals[0];
  if (email === undefined) throw new UsageError('The e-mail address of the user is missing.');
  return email;
}

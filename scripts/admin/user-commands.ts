import { resetPassword } from '@/lib/accounts/reset-password';
import { type Command, text, UsageError } from './command';

export const userResetPassword: Command = {
  about: 'Gives a user a new password, prints it once, and ends their sessions.',
  word: ['email', 'the user’s e-mail address'],
  options: [['--email <email>', 'the same']],
  example: 'user reset-password ann@example.com',
  run: async ({ db, clock }, given) => {
    const [word] = given.positionals;
    const email = text(given, 'email') ?? word;
    if (email === undefined) throw new UsageError('The e-mail address of the user is missing.');
    const reset = await resetPassword(db, email, clock());
    return {
      id: reset.userId,
      email: reset.email,
      password: reset.password,
      ended_sessions: reset.endedSessions,
    };
  },
};

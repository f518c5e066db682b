import type { Account, Profile } from 'next-auth';
import { readSession } from '@/lib/accounts/read-session';
import { signInWithProvider } from '@/lib/accounts/sign-in-with-provider';
import { Problem } from '@/lib/domain/problems';
import { publicUrl } from '@/lib/domain/public-url';
import { runtime } from '@/lib/runtime';
import { presentedSession } from './presented-session';
import { verifiedEmail } from './providers';
import { currentVisitor } from './visitor';

/** Whether someone whom a provider has sent may come in; else where to send them. */
export async function admitFromProvider(
  account: Account,
  profile: Profile | undefined,
): Promise<true | string> {
  const { env, db, clock } = runtime();
  const now = clock();
  const presented = await presentedSession();
  const signedIn = presented && (await readSession(db, presented, now));
  const setting = env.signInProviders.find(({ id }) => id === account.provider);
  try {
    await signInWithProvider(
      { db, rule: env.signUp },
      {
        provider: account.provider,
        providerName: setting?.name ?? account.provider,
        subject: account.providerAccountId,
        verifiedEmail: verifiedEmail(profile),
      },
      { visitor: await currentVisitor(), signedIn: signedIn || undefined },
      now,
    );
    return true;
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    const code = error.errors?.[0]?.code ?? error.code;
    return publicUrl(env.appUrl, `/sign-in?error=${encodeURIComponent(code)}`);
  }
}

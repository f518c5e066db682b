import type { NextAuthOptions } from 'next-auth';
import CredentialsProvider from 'next-auth/providers/credentials';
import { checkPassword } from '@/lib/accounts/check-password';
import { needsSecondFactor } from '@/lib/accounts/factors/second-factors';
import { endSession, SESSION_SECONDS } from '@/lib/accounts/open-session';
import { readSession, type SignedInSession } from '@/lib/accounts/read-session';
import { isEmail } from '@/lib/domain/email';
import { Problem } from '@/lib/domain/problems';
import { publicUrl } from '@/lib/domain/public-url';
import { type Runtime, runtime } from '@/lib/runtime';
import { currentSite } from './current-site';
import { admitProviderSignIn, createAuthProvider, readAdmittedUser } from './providers';
import { toSafeReturnPath } from './return-path';
import { openBrowserSession } from './session';
import { csrfCookie, providerCookies, sealSession, sessionCookie } from './session-cookie';
import { currentVisitor } from './visitor';

declare module 'next-auth' {
  interface Session {
    signedIn: SignedInSession;
  }
  interface User {
    /**
     * Identifies the checked password. If the password changes before the session opens, the
     * sign-in fails.
     */
    passwordMark?: string;
  }
}

declare module 'next-auth/jwt' {
  interface JWT {
    /** Id of the session: the only content of the cookie. */
    sid?: string;
    /** The session's user, read at every request and never stored in the cookie. */
    signedIn?: SignedInSession;
  }
}

export async function authOptions(): Promise<NextAuthOptions> {
  const own = runtime();
  const { signInProviders } = own.env;
  const site = await currentSite();
  return {
    secret: own.sessionSecret,
    session: { strategy: 'jwt', maxAge: SESSION_SECONDS },
    jwt: { encode: ({ token }) => sealSession(token?.sid ?? '', own.sessionSecret) },
    useSecureCookies: site.protocol === 'https:',
    cookies: {
      sessionToken: sessionCookie(site),
      csrfToken: csrfCookie(site),
      ...providerCookies(site),
    },
    pages: { signIn: '/sign-in', signOut: '/sign-out', error: '/sign-in' },
    providers: [passwordProvider(own), ...signInProviders.map(createAuthProvider)],
    callbacks: callbacks(own, site),
    events: {
      signOut: async ({ token }) => {
        if (token?.sid !== undefined) await endSession(own.db, token.sid, own.clock());
      },
    },
    logger: {
      error: (code, about) => {
        const error = about instanceof Error ? about : about.error;
        // The library also reports an ended session as an error.
        if (code === 'JWT_SESSION_ERROR') return;
        own.log.warn({ code, err: error }, 'sign-in failed');
      },
      warn: (code) => own.log.debug({ code }, 'sign-in'),
      debug: () => {},
    },
  };
}

/** Thrown after a correct password, when the user must also enter a code on the sign-in page. */
class CodeNeeded extends Error {}

function passwordProvider({ db, throttle }: Runtime) {
  return CredentialsProvider({
    credentials: { email: { type: 'email' }, password: { type: 'password' } },
    authorize: async (given) => {
      const { email, password } = given ?? {};
      if (typeof email !== 'string' || typeof password !== 'string') return null;
      if (!isEmail(email.trim())) return null;
      try {
        const visitor = await currentVisitor();
        const user = await checkPassword({ db, throttle }, { email, password }, visitor);
        if (await needsSecondFactor(db, user.userId)) throw new CodeNeeded('code_needed');
        return { id: user.userId, passwordMark: user.passwordMark };
      } catch (error) {
        if (error instanceof Problem && error.code === 'not_signed_in') return null;
        if (error instanceof CodeNeeded) throw error;
        if (error instanceof Problem) throw new Error(error.code);
        throw new Error('unavailable', { cause: error });
      }
    },
  });
}

function callbacks({ db, clock }: Runtime, site: URL): NonNullable<NextAuthOptions['callbacks']> {
  return {
    redirect: ({ url }) => publicUrl(site, toSafeReturnPath(url, site.origin)),
    signIn: ({ account, profile }) =>
      account?.type === 'oauth' ? admitProviderSignIn(account, profile) : true,
    jwt: async ({ token, user, account, profile }) => {
      if (account) {
        const signingIn =
          account.type === 'oauth'
            ? await readAdmittedUser(account, profile)
            : { userId: user.id, factor: 'password' as const, passwordMark: user.passwordMark };
        return { sid: await openBrowserSession(signingIn) };
      }
      const signedIn = token.sid ? await readSession(db, token.sid, clock()) : undefined;
      if (!signedIn) throw new Error('The session has ended.');
      return { sid: signedIn.sessionId, signedIn };
    },
    session: ({ session, token }) => {
      if (!token.signedIn) throw new Error('The session has ended.');
      return { expires: session.expires, signedIn: token.signedIn };
    },
  };
}

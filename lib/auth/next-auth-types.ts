import type { SignedIn } from '@/lib/accounts/read-session';

declare module 'next-auth' {
  interface Session {
    signedIn: SignedIn;
  }
}

declare module 'next-auth/jwt' {
  interface JWT {
    /** Id of the session; the cookie holds nothing else. */
    sid?: string;
    /** Who it belongs to, read anew at every request and never put into the cookie. */
    signedIn?: SignedIn;
  }
}

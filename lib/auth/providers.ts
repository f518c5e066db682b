import { cookies } from 'next/headers';
import type { Account, NextAuthOptions, Profile, TokenSet } from 'next-auth';
import GithubProvider, { type GithubEmail } from 'next-auth/providers/github';
import GoogleProvider from 'next-auth/providers/google';
import { needsSecondFactor } from '@/lib/accounts/factors/second-factors';
import { identityProviderName } from '@/lib/accounts/identity-provider-name';
import { readSession } from '@/lib/accounts/read-session';
import { getUserIdByIdentity, signInWithProvider } from '@/lib/accounts/sign-in-with-provider';
import { type AuthFactor, isSingleFactor } from '@/lib/domain/auth-factor';
import { Problem } from '@/lib/domain/problems';
import { publicUrl } from '@/lib/domain/public-url';
import { readBodyUpTo } from '@/lib/net/read-body-up-to';
import { runtime } from '@/lib/runtime';
import type { ProviderSetting } from '@/lib/settings/providers';
import { startPendingSignIn } from './pending-sign-in';
import { signInCodePath } from './return-path';
import { readSetupTokenFromCookie } from './setup-token';
import { currentVisitor, readSessionIdFromCookie } from './visitor';

/** The part of a provider's client that we use. The library does not export the client's type. */
interface ProviderContext {
  readonly client: {
    readonly issuer: { readonly metadata: { readonly userinfo_endpoint?: unknown } };
    userinfo(tokens: string | TokenSet): Promise<object>;
  };
  readonly tokens: TokenSet;
}

type Provider = NextAuthOptions['providers'][number];

interface Claims extends Profile {
  readonly email_verified?: boolean;
  /** The factors with which the user proved their identity (OpenID Connect Core 2, RFC 8176). */
  readonly amr?: unknown;
}

/**
 * Name of the cookie in which the library keeps the return URL while the browser is at a provider.
 */
export const CALLBACK_COOKIE_PATTERN = /^(?:__Secure-|__Host-)?next-auth\.callback-url$/;

const TIMEOUT_MS = 10_000;
const GITHUB_EMAILS = 'https://api.github.com/user/emails';
const MAX_EMAILS_BYTES = 256 * 1024;

export function createAuthProvider(setting: ProviderSetting): Provider {
  const { id, name, clientId, clientSecret, issuer } = setting;
  const common = { clientId, clientSecret, httpOptions: { timeout: TIMEOUT_MS } };
  if (id === 'google') return GoogleProvider(common);
  if (id === 'github') return GithubProvider({ ...common, userinfo: { request: githubClaims } });
  return {
    ...common,
    id,
    name,
    type: 'oauth',
    wellKnown: `${issuer}/.well-known/openid-configuration`,
    authorization: { params: { scope: 'openid email profile' } },
    idToken: true,
    checks: ['pkce', 'state', 'nonce'],
    userinfo: { request: oidcClaims },
    profile: (claims: Profile) => ({ id: claims.sub ?? '' }),
  };
}

function verifiedEmail(profile: Profile | undefined): string | undefined {
  const claims = profile as Claims | undefined;
  return claims?.email_verified === true ? claims.email : undefined;
}

/**
 * Returns the claims of the ID token. If it lacks the e-mail address or the name, adds the claims
 * of the UserInfo endpoint (OpenID Connect Core 5.4).
 */
async function oidcClaims({ client, tokens }: ProviderContext): Promise<Profile> {
  const claims = (tokens as TokenSet & { claims(): Claims }).claims();
  const isWhole = claims.email !== undefined && claims.name !== undefined;
  if (isWhole || !client.issuer.metadata.userinfo_endpoint) return claims;
  return { ...claims, ...(await client.userinfo(tokens)) };
}

async function githubClaims({ client, tokens }: ProviderContext): Promise<Profile> {
  const token = tokens.access_token ?? '';
  const user = await client.userinfo(token);
  const signal = AbortSignal.timeout(TIMEOUT_MS);
  const headers = { authorization: `Bearer ${token}` };
  const response = await fetch(GITHUB_EMAILS, { headers, signal });
  const body = response.ok ? await readBodyUpTo(response, MAX_EMAILS_BYTES, signal) : undefined;
  const emails: GithubEmail[] = body ? JSON.parse(body.toString('utf8')) : [];
  const email = emails.find((one) => one.primary && one.verified)?.email;
  const claims: Claims = { email_verified: email !== undefined };
  return { ...user, ...claims, ...(email !== undefined && { email }) };
}

/** Returns `provider_mfa` if the provider reports several factors (`amr`), else `provider`. */
export function providerFactor(profile: Profile | undefined): AuthFactor {
  const { amr } = (profile ?? {}) as Claims;
  return Array.isArray(amr) && amr.includes('mfa') ? 'provider_mfa' : 'provider';
}

/** Returns true if a provider's user may sign in, otherwise the URL to redirect to. */
export async function admitProviderSignIn(
  account: Account,
  profile: Profile | undefined,
): Promise<true | string> {
  const { env, db, clock, signUpRule } = runtime();
  const now = clock();
  const presented = await readSessionIdFromCookie();
  const signedIn = presented && (await readSession(db, presented, now));
  const setting = settingOf(account);
  try {
    const userId = await signInWithProvider(
      { db, rule: signUpRule },
      {
        provider: identityProviderName(setting),
        providerName: setting.name,
        subject: account.providerAccountId,
        verifiedEmail: verifiedEmail(profile),
        name: profile?.name,
      },
      {
        visitor: await currentVisitor(),
        signedIn: signedIn || undefined,
        setupToken: await readSetupTokenFromCookie(),
      },
      now,
    );
    if (!isSingleFactor(providerFactor(profile)) || !(await needsSecondFactor(db, userId)))
      return true;
    await startPendingSignIn({ userId });
    const kept = (await cookies()).getAll().find(({ name }) => CALLBACK_COOKIE_PATTERN.test(name));
    return publicUrl(env.appUrl, signInCodePath(kept?.value, env.appUrl.origin));
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    const code = error.errors?.[0]?.code ?? error.code;
    return publicUrl(env.appUrl, `/sign-in?error=${encodeURIComponent(code)}`);
  }
}

/** Returns the user whom {@link admitProviderSignIn} admitted, and the factor of the sign-in. */
export async function readAdmittedUser(account: Account, profile: Profile | undefined) {
  const stored = identityProviderName(settingOf(account));
  const userId = await getUserIdByIdentity(runtime().db, stored, account.providerAccountId);
  return { userId, factor: providerFactor(profile) };
}

function settingOf({ provider }: Account): ProviderSetting {
  const setting = runtime().env.signInProviders.find(({ id }) => id === provider);
  if (!setting) throw new Error(`The sign-in provider ${provider} is not enabled.`);
  return setting;
}

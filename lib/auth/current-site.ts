import { headers } from 'next/headers';
import { parseSiteHeader, type RequestSite, SITE_HEADER } from '@/lib/net/own-site';
import { runtime } from '@/lib/runtime';
import type { ProviderSetting } from '@/lib/settings/providers';

export async function currentRequestSite(): Promise<RequestSite> {
  return parseSiteHeader((await headers()).get(SITE_HEADER), runtime().env.appUrls);
}

/** Returns the name in APP_URL that the request used, or the first name if it used none of them. */
export async function currentSite(): Promise<URL> {
  return (await currentRequestSite()).site;
}

/**
 * Returns the sign-in providers of the current request. A request that did not use the first name
 * in APP_URL has none, because providers know only the first name.
 */
export async function currentProviders(): Promise<readonly ProviderSetting[]> {
  return (await usesFirstAppUrl()) ? runtime().env.signInProviders : [];
}

/**
 * Whether the request used the first name in APP_URL, to which passkeys and providers are bound.
 */
export async function usesFirstAppUrl(): Promise<boolean> {
  return (await currentSite()) === runtime().env.appUrl;
}

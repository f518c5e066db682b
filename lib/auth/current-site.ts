import { headers } from 'next/headers';
import { type RequestSite, readOwnSite, SITE_HEADER } from '@/lib/net/own-site';
import type { ProviderSetting } from '@/lib/provider-settings';
import { runtime } from '@/lib/runtime';

/** Returns which of the names in APP_URL the current request used. */
export async function requestSite(): Promise<RequestSite> {
  return readOwnSite((await headers()).get(SITE_HEADER), runtime().env.appUrls);
}

/** Returns {@link requestSite}, or the first name in APP_URL if the request used another name. */
export async function currentSite(): Promise<URL> {
  return (await requestSite()).site;
}

/**
 * Returns the sign-in providers of the current request. There are none unless it used the first
 * name in APP_URL, because providers know only that one.
 */
export async function currentProviders(): Promise<readonly ProviderSetting[]> {
  return (await isFirstSite()) ? runtime().env.signInProviders : [];
}

/**
 * Whether the current request used the first name in APP_URL. Passkeys and providers are bound to
 * that name.
 */
export async function isFirstSite(): Promise<boolean> {
  return (await currentSite()) === runtime().env.appUrl;
}

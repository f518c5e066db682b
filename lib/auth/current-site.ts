import { headers } from 'next/headers';
import { type RequestSite, readOwnSite, SITE_HEADER } from '@/lib/net/own-site';
import type { ProviderSetting } from '@/lib/provider-settings';
import { runtime } from '@/lib/runtime';

/** Returns the name of APP_URL by which the current request came. */
export async function requestSite(): Promise<RequestSite> {
  return readOwnSite((await headers()).get(SITE_HEADER), runtime().env.appUrls);
}

/** {@link requestSite}; the first name for every other name. */
export async function currentSite(): Promise<URL> {
  return (await requestSite()).site;
}

/** The sign-in providers of the current request: they know the first name only. */
export async function currentProviders(): Promise<readonly ProviderSetting[]> {
  return (await isFirstSite()) ? runtime().env.signInProviders : [];
}

/** Whether the current request came by the first name, to which passkeys and providers are bound. */
export async function isFirstSite(): Promise<boolean> {
  return (await currentSite()) === runtime().env.appUrl;
}

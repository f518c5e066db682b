import { headers } from 'next/headers';
import { cache } from 'react';
import { sharedApi } from '@/lib/http/adapt';
import { apiForSite } from '@/lib/http/api';
import { SITE_HEADER } from '@/lib/net/own-site';

/**
 * The dashboard's API for pages that the server renders. Reading through it needs no HTTP requests.
 */
export const pageApi = cache(async () =>
  apiForSite(sharedApi(), (await headers()).get(SITE_HEADER)),
);

import { headers } from 'next/headers';
import { cache } from 'react';
import { processApi } from '@/lib/http/adapt';
import { apiForSite } from '@/lib/http/api';
import { apiForPage } from '@/lib/http/read-for-page';
import { SITE_HEADER } from '@/lib/net/own-site';

/** The dashboard's API for the server, which reads the data of the page that it renders. */
export const pageApi = cache(async () =>
  apiForPage(apiForSite(processApi(), (await headers()).get(SITE_HEADER))),
);

import { headers } from 'next/headers';
import { cache } from 'react';
import { processApi } from '@/lib/http/adapt';
import { apiAt } from '@/lib/http/api';
import { apiForPage } from '@/lib/http/read-for-page';
import { SITE_HEADER } from '@/lib/net/own-site';

/** Returns the API through which the server reads data for the page that it is rendering. */
export const pageApi = cache(async () =>
  apiForPage(apiAt(processApi(), (await headers()).get(SITE_HEADER))),
);

import { headers } from 'next/headers';
import { cache } from 'react';
import { processApi } from '@/lib/http/adapt';
import { apiAt } from '@/lib/http/api';
import { apiForPage } from '@/lib/http/read-for-page';
import { SITE_HEADER } from '@/lib/net/own-site';

/** The API for the reads of the page that is being rendered. */
export const pageApi = cache(async () =>
  apiForPage(apiAt(processApi(), (await headers()).get(SITE_HEADER))),
);

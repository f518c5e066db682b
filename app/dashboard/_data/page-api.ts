import { cache } from 'react';
import { processApi } from '@/lib/http/adapt';
import { apiForPage } from '@/lib/http/read-for-page';

/** The API for the reads of the page that is being rendered. */
export const pageApi = cache(() => apiForPage(processApi()));

import { adaptAll } from '@/lib/http/adapt';

export const dynamic = 'force-dynamic';

/** Every path that has no file of its own is not part of the API. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = adaptAll();

import { adapt } from '@/lib/http/adapt';
import { openApi } from '@/lib/http/resources';

export const dynamic = 'force-dynamic';

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = adapt(openApi);

import { adapt } from '@/lib/http/adapt';

export const dynamic = 'force-dynamic';

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = adapt('/v1/events');

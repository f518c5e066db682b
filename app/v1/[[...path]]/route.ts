import { createApiHandlers } from '@/lib/http/adapt';

export const dynamic = 'force-dynamic';

/** Handles all of /v1. lib/http/table.ts lists its operations. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = createApiHandlers();

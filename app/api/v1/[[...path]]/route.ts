import { adaptGreenfield } from '@/lib/greenfield/adapt';

export const dynamic = 'force-dynamic';

/** Handles all of BTCPay's API. lib/greenfield/table.ts lists its operations. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = adaptGreenfield();

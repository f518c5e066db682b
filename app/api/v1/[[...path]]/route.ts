import { createGreenfieldHandlers } from '@/lib/greenfield/adapt';

export const dynamic = 'force-dynamic';

/** lib/greenfield/table.ts lists the operations of this BTCPay API. */
export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = createGreenfieldHandlers();

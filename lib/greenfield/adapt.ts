import { createRequestHandlers } from '@/lib/http/adapt';
import { serveGreenfield } from './serve';

/** Returns the request handlers of BTCPay's API, which its Next.js catch-all route exports. */
export const createGreenfieldHandlers = () => createRequestHandlers(serveGreenfield);

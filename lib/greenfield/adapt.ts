import { handlers } from '@/lib/http/adapt';
import { serveGreenfield } from './serve';

/** Returns the request handlers of BTCPay's API, which its Next.js catch-all route exports. */
export const adaptGreenfield = () => handlers(serveGreenfield);

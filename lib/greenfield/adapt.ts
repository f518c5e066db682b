import { handlers } from '@/lib/http/adapt';
import { serveGreenfield } from './serve';

/** The handlers of BTCPay's API, for its catch-all route. */
export const adaptGreenfield = () => handlers(serveGreenfield);

import { homeQueries } from './home-queries';
import { frameQuery, paymentQueries } from './queries';

/** Query keys to invalidate after a decision about a payment, or after a change of a refund. */
export const DECISION_QUERY_KEYS = [paymentQueries.all(), homeQueries.all(), frameQuery().queryKey];

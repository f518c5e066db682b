import { homeQueries } from './home-queries';
import { frameQuery, paymentQueries } from './queries';

/** The queries that a decision about a payment, or a change of a refund, affects. */
export const DECISION_CHANGES = [paymentQueries.all(), homeQueries.all(), frameQuery().queryKey];

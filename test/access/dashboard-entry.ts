import type { SampleMerchant } from './sample-merchant';

/** The request to a route, with a merchant's data in its path, query or body. */
export interface DashboardRequest {
  readonly id?: string;
  readonly query?: Readonly<Record<string, string>>;
  readonly body?: Readonly<Record<string, unknown>>;
}

export interface DashboardEntry {
  /** The roles that may use it; `self`: everybody, for data about themselves or the server only. */
  readonly may: 'read' | 'change' | 'administer' | 'self';
  readonly ask?: (merchant: SampleMerchant) => DashboardRequest;
  /** Whether the response has only numbers and times, which reveal nothing of the merchant. */
  readonly figuresOnly?: true;
  /** The expected status for another merchant's owner who requests this merchant's data. */
  readonly stranger: 200 | 400 | 404 | 409;
}

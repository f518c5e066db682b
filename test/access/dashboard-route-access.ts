import type { SampleMerchant } from './sample-merchant';

export interface DashboardRequest {
  readonly id?: string;
  readonly query?: Readonly<Record<string, string>>;
  readonly body?: Readonly<Record<string, unknown>>;
}

export interface DashboardRouteAccess {
  /** The roles that may use the route. `self` means every user. */
  readonly may: 'read' | 'change' | 'administer' | 'self';
  readonly ask?: (merchant: SampleMerchant) => DashboardRequest;
  /** Whether the response contains only numbers and times, which identify no merchant. */
  readonly figuresOnly?: true;
  /** The expected status if another merchant's owner sends the request. */
  readonly stranger: 200 | 400 | 404 | 409;
}

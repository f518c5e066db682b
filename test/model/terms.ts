/** The fields of a create request. */
export interface Terms {
  readonly amount_sats: number;
  readonly underpayment_tolerance_ppm: number;
  readonly required_confirmations: number;
  readonly expires_in: number;
  readonly webhook_url?: string;
  readonly destination_address?: string;
  readonly reference?: string;
}

import type { RequestedAmount } from './prices';

/** The fields of a create request, and the fields that a click on a link adds. */
export interface Terms extends RequestedAmount {
  readonly underpayment_tolerance_ppm: number;
  readonly required_confirmations: number;
  readonly expires_in: number;
  readonly webhook_url?: string;
  readonly destination_address?: string;
  readonly reference?: string;
  readonly metadata?: Readonly<Record<string, string>>;
  readonly description?: string;
  readonly locale?: string;
  readonly return_url?: string;
  readonly return_automatically?: boolean;
  readonly payment_link_id?: string;
  readonly payer_note?: string;
}

export const SHOP_DATA: readonly Pick<
  Terms,
  'metadata' | 'description' | 'locale' | 'return_url' | 'return_automatically'
>[] = [
  { metadata: { order: '1042', 'customer name': 'Ünal "Ü" \\ \u2028 🧾', empty: '' } },
  {
    metadata: {},
    description: 'Tea, 100 g\nand a <b>cup</b>',
    locale: 'ar',
    return_url: 'https://shop.example/thanks?payment={PAYMENT_ID}',
    return_automatically: true,
  },
  {
    metadata: Object.fromEntries(
      Array.from({ length: 20 }, (_, n) => [`${n} ${'n'.repeat(30)}`, 'v'.repeat(160)]),
    ),
    description: '\u202e'.repeat(500),
  },
];

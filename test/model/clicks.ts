import type { TipSource } from '@/lib/chain/source';
import { Problem } from '@/lib/domain/problems';
import { parseEnv } from '@/lib/env';
import { type LinkSubmission, type PayDeps, payLink } from '@/lib/links/pay-link';
import { NewPaymentSignal } from '@/lib/payments/new-payment-signal';
import type { PaymentRow } from '@/lib/payments/payment-row';
import { Rates } from '@/lib/rates/rates';
import type { TestDatabase } from '../support/new-database';

export type ClickResult =
  | Pick<PaymentRow, 'id' | 'address' | 'checkoutId' | 'derivationIndex'>
  | { readonly refusal: string };

export type SendForm = (linkId: string, click: LinkSubmission, at: number) => Promise<ClickResult>;

export function openLinkForm(
  { db, url }: Pick<TestDatabase, 'db' | 'url'>,
  source: TipSource,
  variables: Readonly<Record<string, string>>,
  clock: () => Date,
): SendForm {
  const { rates: settings } = parseEnv({ DATABASE_URL: url, ...variables });
  const deps: PayDeps = {
    db,
    sources: new Map([['regtest', source]]),
    newPayments: new NewPaymentSignal(),
    rates: new Rates({ db, settings, clock, onFault: () => {} }),
    policy: { allowPrivate: true },
    gapLimit: 20,
    ofClient: undefined,
    takeProof: () => true,
    countClick: async () => {},
  };
  return async (linkId, click, at) => {
    try {
      const row = await payLink(deps, linkId, click, new Date(at));
      const { id, address, checkoutId, derivationIndex } = row;
      return { id, address, checkoutId, derivationIndex };
    } catch (error) {
      if (error instanceof Problem) return { refusal: error.code };
      throw error;
    }
  };
}

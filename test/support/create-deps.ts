import { createSources } from '@/lib/chain/sources/create-sources';
import { parseEnv } from '@/lib/env';
import type { CreateDeps } from '@/lib/payments/create-payment';
import { NewPaymentSignal } from '@/lib/payments/new-payment-signal';
import type { Resolve } from '@/lib/webhooks/transport/resolve-host';
import { fixedRates } from './fixed-rates';
import type { TestDatabase } from './new-database';

/** These dependencies refuse webhook URLs with private addresses. */
export function createDeps({ db, url }: TestDatabase, resolve: Resolve): CreateDeps {
  return {
    db,
    sources: createSources(parseEnv({ DATABASE_URL: url }), db),
    newPayments: new NewPaymentSignal(),
    rates: fixedRates(db),
    policy: { allowPrivate: false },
    resolve,
  };
}

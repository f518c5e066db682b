import { ButtonLink } from '@/app/_ui/button';
import { hasNoUsers } from '@/lib/accounts/sign-up-rule';
import { runtime } from '@/lib/runtime';
import { PaymentLedger } from './_parts/payment-ledger';
import { RecordedPaymentDemo } from './_parts/recorded-payment-demo';
import { HowItWorks, Limitations, SelfHost, Webhooks } from './_parts/sections';

export const dynamic = 'force-dynamic';

export default async function Landing() {
  const { db, env } = runtime();
  // The page must also work without the database, so a failed query counts as false.
  const fresh = env.signUp !== 'closed' && (await hasNoUsers(db).catch(() => false));
  return (
    <>
      <div className="grid gap-10 py-10 lg:grid-cols-[1.05fr_.95fr] lg:gap-16 lg:py-16">
        <div>
          <h1 className="text-display-phone sm:text-display">
            Bitcoin payments that arrive in your own wallet.
          </h1>
          <p className="mt-4 max-w-[46ch] text-ink-2 text-lead">
            Create a payment, show the address, get a signed webhook when it is seen and when it is
            confirmed. You keep the keys. You run the server.
          </p>
          <div className="mt-7 flex flex-wrap gap-2.5">
            {fresh ? (
              <ButtonLink href="/sign-up" variant="primary" size="large">
                Create your account
              </ButtonLink>
            ) : (
              <ButtonLink href="/dashboard" variant="primary" size="large">
                Open the dashboard
              </ButtonLink>
            )}
            <a href="#how" className="btn btn-quiet btn-large">
              See how it works
            </a>
          </div>
        </div>
        <PaymentLedger />
      </div>
      <RecordedPaymentDemo />
      <HowItWorks />
      <Webhooks />
      <Limitations />
      <SelfHost />
    </>
  );
}

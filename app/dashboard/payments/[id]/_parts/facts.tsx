import { RelativeTime } from '@/app/_ui/relative-time';
import type { PaymentDetailAnswer } from '@/lib/http/answers/payment-detail';
import { Fact, FactList } from './fact';
import { Section } from './section';

const PPM_PER_PERCENT = 10_000;

/** The terms of the payment. */
export function Facts({ detail: { payment, api_key: key } }: { detail: PaymentDetailAnswer }) {
  const tolerance = payment.underpayment_tolerance_ppm / PPM_PER_PERCENT;
  return (
    <Section title="Terms">
      <FactList>
        <Fact name="API key">{key.name}</Fact>
        <Fact name="Created">
          <RelativeTime iso={payment.created_at} />
        </Fact>
        <Fact name="Expires">
          <RelativeTime iso={payment.expires_at} />
        </Fact>
        <Fact name="Tolerance">
          {tolerance === 0 ? 'None' : `${tolerance} % too little is fine`}
        </Fact>
        <Fact name="Webhook URL">
          {payment.webhook_url ? (
            <span className="mono text-small">{payment.webhook_url}</span>
          ) : (
            'None'
          )}
        </Fact>
      </FactList>
    </Section>
  );
}

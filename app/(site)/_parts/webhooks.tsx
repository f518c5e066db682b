import { CodeBlock } from '@/app/_ui/code-block';
import { RETRY_WINDOW_TEXT } from '@/lib/domain/retry-schedule';
import { Section } from './section';
import { VERIFY_SAMPLES } from './verify-samples';
import { VerifyTabs } from './verify-tabs';

const REQUEST = `POST /webhooks/blocktally HTTP/1.1
Content-Type: application/json
X-Service-Event-Id: evt_5QmYH0cXq7wR2dLk9VtZaB
X-Service-Event-Type: payment.confirmed
X-Service-Timestamp: 1777645651
X-Service-Signature: sha256=6f1c…e90b

{"version":"1","type":"payment.confirmed","data":{"payment_id":"pay_…",
 "txid":"4a5e…a33b","address":"bc1q…","amount_sats":125000,
 "received_sats":125000,"confirmations":3,"webhook_url":"https://…"}}`;

export function Webhooks() {
  return (
    <Section
      id="webhooks"
      title="Webhooks that can be trusted"
      lead={`The stored bytes are signed and sent, retried for ${RETRY_WINDOW_TEXT}, and every attempt is shown in the dashboard. A resend carries the same event id.`}
    >
      <div className="grid grid-cols-1 gap-6">
        <CodeBlock code={REQUEST} label="example of a webhook" />
        <div>
          <h3 className="text-section">Check the signature</h3>
          <VerifyTabs samples={VERIFY_SAMPLES} />
        </div>
      </div>
    </Section>
  );
}

import type { ReactNode } from 'react';
import { CodeBlock } from '@/app/_ui/code-block';
import { RETRY_WINDOW_TEXT } from '@/lib/domain/retry-schedule';
import { VERIFY_SAMPLES } from './verify-samples';
import { VerifyTabs } from './verify-tabs';

const HOW_IT_WORKS = [
  [
    'Create',
    'Your backend sends an amount and gets an address that no other payment uses. It is derived from your wallet’s public descriptor, so the server never holds a private key.',
  ],
  [
    'Show',
    'Send the customer to the payment page, or show the QR code yourself. The page counts confirmations, works without JavaScript, and loads nothing from third parties.',
  ],
  [
    'Get notified',
    'A signed webhook tells your backend when the payment is detected and when it is confirmed. Fee bumps, reorgs, late and partial payments are handled for you.',
  ],
] as const;

export function HowItWorks() {
  return (
    <Section id="how" title="How it works">
      <Rows rows={HOW_IT_WORKS} />
    </Section>
  );
}

const WEBHOOK_EXAMPLE = `POST /webhooks/blocktally HTTP/1.1
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
      title="Webhooks you can trust"
      lead={`Every event is signed, retried for up to ${RETRY_WINDOW_TEXT}, and shown attempt by attempt in the dashboard. A resend keeps the event id.`}
    >
      <div className="grid grid-cols-1 gap-6">
        <CodeBlock code={WEBHOOK_EXAMPLE} label="example webhook" />
        <div>
          <h3 className="text-section">Verify the signature</h3>
          <VerifyTabs samples={VERIFY_SAMPLES} />
        </div>
      </div>
    </Section>
  );
}

const NOT_DONE = [
  [
    'No custody',
    'Bitcoin goes straight from your customer to your wallet. There is no balance to lose here.',
  ],
  [
    'No exchange',
    'Prices can be in your currency, but you receive bitcoin. Blocktally does not sell it for you.',
  ],
  ['No Lightning', 'On-chain payments only.'],
] as const;

export function Limitations() {
  return (
    <Section title="What it does not do">
      <Rows rows={NOT_DONE} />
    </Section>
  );
}

const SELF_HOST_COMMANDS = `npm start          # includes a database, the sandbox and a demo shop
cp .env.example .env
echo 'APP_URL=https://pay.example.com' >> .env
echo 'BITCOIN_MAINNET=http://user:password@127.0.0.1:8332' >> .env
npm start          # now on your own node`;

export function SelfHost() {
  return (
    <Section
      id="self-host"
      title="Run it yourself"
      lead="One process and one PostgreSQL database, with your own Bitcoin node, or an Electrum or Esplora server."
    >
      <CodeBlock code={SELF_HOST_COMMANDS} label="commands to run it" />
    </Section>
  );
}

interface Props {
  readonly id?: string;
  readonly title: string;
  readonly lead?: string;
  readonly children: ReactNode;
}

function Section({ id, title, lead, children }: Props) {
  return (
    <section
      id={id}
      className="grid scroll-mt-6 gap-6 border-t py-12 lg:grid-cols-[20rem_1fr] lg:gap-16"
    >
      <div>
        <h2 className="text-title">{title}</h2>
        {lead && <p className="mt-3 max-w-[40ch] text-body text-ink-2">{lead}</p>}
      </div>
      <div className="min-w-0">{children}</div>
    </section>
  );
}

function Rows({ rows }: { readonly rows: readonly (readonly [string, ReactNode])[] }) {
  return (
    <dl className="border-rule-5 border-y">
      {rows.map(([term, text]) => (
        <div
          key={term}
          className="grid gap-1 border-t py-4 first:border-t-0 sm:grid-cols-[10rem_1fr] sm:gap-6"
        >
          <dt className="text-section">{term}</dt>
          <dd className="max-w-[60ch] text-body text-ink-2">{text}</dd>
        </div>
      ))}
    </dl>
  );
}

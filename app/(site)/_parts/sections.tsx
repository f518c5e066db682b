import type { ReactNode } from 'react';
import { CodeBlock } from '@/app/_ui/code-block';
import { VERIFY_SAMPLES } from './verify-samples';
import { VerifyTabs } from './verify-tabs';

const HOW_IT_WORKS = [
  [
    'Create',
    'Your shop’s backend posts an amount and gets an address that no other payment has. It is derived from your wallet’s public descriptor: the server never holds a key that could spend.',
  ],
  [
    'Show',
    'Send the customer to the hosted page, or draw the QR code yourself. The page counts confirmations, works without JavaScript, and loads nothing from anyone else.',
  ],
  [
    'Hear',
    'A signed webhook says when the payment is seen and when it has the confirmations you asked for. Fee bumps, reorganisations, late and partial payments are settled for you.',
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
      title="Webhooks that can be trusted"
      lead="The stored bytes are signed and sent, tried again for ten days, and shown try by try in the dashboard. A resend carries the same event id."
    >
      <div className="grid grid-cols-1 gap-6">
        <CodeBlock code={WEBHOOK_EXAMPLE} label="example of a webhook" />
        <div>
          <h3 className="text-section">Check the signature</h3>
          <VerifyTabs samples={VERIFY_SAMPLES} />
        </div>
      </div>
    </Section>
  );
}

const NOT_DONE = [
  ['No custody', 'Coins go from your customer to your wallet. There is no balance here to lose.'],
  [
    'No fiat',
    'Amounts are satoshis. What they are worth in your currency is for your shop to say.',
  ],
  ['No Lightning', 'On-chain payments only, and those to the last confirmation.'],
] as const;

export function NotDone() {
  return (
    <Section title="What it does not do">
      <Rows rows={NOT_DONE} />
    </Section>
  );
}

const SELF_HOST_COMMANDS = `npm start          # a database, a test chain and a demo shop come with it
cp .env.example .env
echo 'APP_URL=https://pay.example.com' >> .env
echo 'BITCOIN_MAINNET=http://user:password@127.0.0.1:8332' >> .env
npm start          # the same, on your own node`;

export function SelfHost() {
  return (
    <Section
      id="self-host"
      title="Run it yourself"
      lead="One process and one PostgreSQL database, on your machine. A Bitcoin node of your own, or an Esplora server."
    >
      <CodeBlock code={SELF_HOST_COMMANDS} label="commands to run it yourself" />
    </Section>
  );
}

interface Props {
  readonly id?: string;
  readonly title: string;
  readonly lead?: string;
  readonly children: ReactNode;
}

/** A part of the landing page: its title at the side, what it says beside it. */
export function Section({ id, title, lead, children }: Props) {
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

/** Rows under one another, with the ledger's rules between them. */
export function Rows({ rows }: { readonly rows: readonly (readonly [string, ReactNode])[] }) {
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

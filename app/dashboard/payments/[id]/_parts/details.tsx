import { Address } from '@/app/_ui/address';
import { ButtonLink } from '@/app/_ui/button';
import { CodeBlock } from '@/app/_ui/code-block';
import { CopyButton } from '@/app/_ui/copy-button';
import { Fact, FactList } from '@/app/_ui/facts';
import { IntentLink } from '@/app/_ui/intent-link';
import { RelativeTime } from '@/app/_ui/time';
import { money } from '@/lib/domain/money';
import type { PaymentStatus } from '@/lib/domain/payment';
import type { PaymentDetailResponse } from '@/lib/http/payments/payment-detail-response';
import type { PaymentResponse } from '@/lib/http/payments/payment-response';
import { PPM_PER_PERCENT } from '../../../_data/ppm-per-percent';
import { toleranceText } from '../../../_data/tolerance-text';
import { CopyablePageUrl } from '../../../_frame/copyable-page-url';
import { paymentAddressPage, paymentPage } from '../../../_frame/paths';
import { Section } from '../../../_frame/section';

/** What the payment page shows in each status. */
const LINK_HINTS: Readonly<Record<PaymentStatus, string>> = {
  pending:
    'Send the page to your customer. It shows the address, the QR code and the payment’s status.',
  detected: 'The page shows your customer each confirmation.',
  confirmed: 'The page shows the receipt, which you and your customer can print there.',
  expired: 'The page asks your customer not to pay any more.',
  canceled: 'The page asks your customer not to pay any more.',
};

export function CheckoutLink({ payment }: { payment: PaymentResponse }) {
  const { checkout_url: url, status } = payment;
  return (
    <Section title="Link for your customer">
      <CopyablePageUrl url={url} copyLabel="Copy payment link" what="the payment page" />
      <p className="text-ink-3 text-small">{LINK_HINTS[status]}</p>
    </Section>
  );
}

export function AddressCard({ detail }: { detail: PaymentDetailResponse }) {
  const { payment, derivation } = detail;
  return (
    <Section title="Address" aside={<CopyButton text={payment.address} label="Copy address" />}>
      <p className="text-body">
        <Address address={payment.address} />
      </p>
      <p className="text-ink-2">
        {derivation
          ? `Index ${derivation.index} of the wallet.`
          : 'Provided when the payment was created, not derived from the wallet.'}
      </p>
      <ButtonLink size="small" href={paymentAddressPage(payment.id)} className="w-fit">
        Compare with device
      </ButtonLink>
    </Section>
  );
}

export function PaymentTermsSection({ detail }: { detail: PaymentDetailResponse }) {
  const { payment, api_key: key, confirmation_rates: rates } = detail;
  return (
    <Section title="Terms">
      <FactList>
        <Fact name="Created by">{key.name}</Fact>
        {payment.follows_payment_id && (
          <Fact name="Follows">
            <IntentLink
              href={paymentPage(payment.follows_payment_id)}
              className="mono text-accent text-small hover:underline"
            >
              {payment.follows_payment_id}
            </IntentLink>
          </Fact>
        )}
        {payment.price && <PriceFacts price={payment.price} />}
        {rates.map((rate) => (
          <RateAtConfirmation key={rate.currency} noted={rate} />
        ))}
        <Fact name="Created">
          <RelativeTime iso={payment.created_at} />
        </Fact>
        {payment.status === 'pending' && (
          <Fact name="Expires">
            <RelativeTime iso={payment.expires_at} upcoming />
          </Fact>
        )}
        <Fact name="Tolerance">{toleranceText(payment.underpayment_tolerance_ppm)}</Fact>
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

function PriceFacts({ price }: { price: NonNullable<PaymentResponse['price']> }) {
  const { amount, currency, rate, source, quoted_at: quotedAt, spread_ppm: spread } = price;
  return (
    <>
      <Fact name="Price">{money(amount, currency, 'en')}</Fact>
      {source !== 'unit' && (
        <Fact name="Rate">
          <RateText rate={rate} currency={currency} source={source} quotedAt={quotedAt} />
        </Fact>
      )}
      {spread > 0 && <Fact name="Spread">{spread / PPM_PER_PERCENT} % added</Fact>}
    </>
  );
}

type NotedRate = PaymentDetailResponse['confirmation_rates'][number];

/** The price of a bitcoin at confirmation, which the server learns a little later. */
function RateAtConfirmation({ noted }: { noted: NotedRate }) {
  const { currency, rate, source, quoted_at: quotedAt, wanted } = noted;
  return (
    <Fact name="At confirmation">
      {rate && source && quotedAt ? (
        <RateText rate={rate} currency={currency} source={source} quotedAt={quotedAt} />
      ) : wanted ? (
        `Looking up the rate in ${currency} …`
      ) : (
        `No rate in ${currency} was found in time`
      )}
    </Fact>
  );
}

interface RateProps {
  readonly rate: string;
  readonly currency: string;
  readonly source: string;
  readonly quotedAt: string;
}

function RateText({ rate, currency, source, quotedAt }: RateProps) {
  return (
    <>
      1 BTC = {money(rate, currency, 'en')}, {SOURCE_WORDS[source] ?? source.replaceAll(',', ', ')},{' '}
      <RelativeTime iso={quotedAt} />
    </>
  );
}

const SOURCE_WORDS: Readonly<Record<string, string>> = {
  fixed: 'a fixed rate of this server',
  shop: 'the shop’s own rate',
};

export function RawJson({ payment }: { payment: PaymentResponse }) {
  return (
    <details className="min-w-0">
      <summary className="w-fit rounded-badge text-section">API response</summary>
      <CodeBlock
        label="payment as JSON"
        code={JSON.stringify(payment, undefined, 2)}
        className="mt-3"
      />
    </details>
  );
}

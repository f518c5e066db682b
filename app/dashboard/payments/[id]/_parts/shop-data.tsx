import { Fact, FactList } from '@/app/_ui/facts';
import { IntentLink } from '@/app/_ui/intent-link';
import { languageName } from '@/app/_ui/language-name';
import type { PaymentResponse } from '@/lib/http/payments/payment-response';
import { customerPage, linkPage } from '../../../_frame/paths';
import { Section } from '../../../_frame/section';
import { customerName } from '../../../_list/reference-text';

export function CustomerData({ payment: { id, customer } }: { payment: PaymentResponse }) {
  if (!customer) return null;
  const { email, reference } = customer;
  const shown = customerName(customer);
  return (
    <Section title="Customer">
      <p>
        <IntentLink
          href={customerPage(id)}
          className="font-medium text-accent wrap-anywhere hover:underline"
        >
          {shown}
        </IntentLink>
      </p>
      <FactList>
        {email && email !== shown && <Fact name="E-mail">{email}</Fact>}
        {reference && reference !== shown && <Fact name="Reference">{reference}</Fact>}
      </FactList>
    </Section>
  );
}

export function ShopData({ payment }: { payment: PaymentResponse }) {
  const { metadata, description, locale, return_url: url } = payment;
  const { payment_link_id: linkId, payer_note: note } = payment;
  const entries = Object.entries(metadata ?? {});
  return (
    <>
      {linkId && (
        <Section title="Payment link">
          <FactList>
            <Fact name="Made on">
              <IntentLink
                href={linkPage(linkId)}
                className="mono text-accent text-small hover:underline"
              >
                {linkId}
              </IntentLink>
            </Fact>
            {note && (
              <Fact name="Customer’s note">
                <span className="whitespace-pre-line" dir="auto">
                  {note}
                </span>
              </Fact>
            )}
          </FactList>
        </Section>
      )}
      {entries.length > 0 && (
        <Section title="Metadata">
          <FactList>
            {entries.map(([name, value]) => (
              <Fact key={name} name={name}>
                {value}
              </Fact>
            ))}
          </FactList>
        </Section>
      )}
      {(description || locale || url) && (
        <Section title="Payment page">
          <FactList>
            {description && (
              <Fact name="Description">
                <span className="whitespace-pre-line">{description}</span>
              </Fact>
            )}
            {locale && <Fact name="Language">{languageName(locale)}</Fact>}
            {url && (
              <Fact name="Returns to">
                <span className="mono text-small">{url}</span>
                {payment.return_automatically && ' automatically'}
              </Fact>
            )}
          </FactList>
        </Section>
      )}
    </>
  );
}

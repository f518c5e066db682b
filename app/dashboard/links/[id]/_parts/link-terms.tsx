import type { ReactNode } from 'react';
import { Fact, FactList } from '@/app/_ui/facts';
import { languageName } from '@/app/_ui/language-name';
import { RelativeTime } from '@/app/_ui/time';
import { formatPeriodInWords } from '@/app/_ui/time-text';
import { countWithNoun } from '@/lib/domain/count-with-noun';
import { CUSTOMER_MAIL_LABELS } from '@/lib/domain/customer-mail-kind';
import { money } from '@/lib/domain/money';
import type { LinkDetailResponse, LinkResponse } from '@/lib/http/links/link-response';
import { toleranceText } from '../../../_data/tolerance-text';
import { Section } from '../../../_frame/section';
import { LinkAmount } from '../../_parts/link-words';

export function LinkTerms({ detail }: { detail: LinkDetailResponse }) {
  const { link, api_key: key, customer_mails: mails } = detail;
  const { free_amount: free, payer_note: note, customer_fields: customerFields } = link;
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-8">
      <Facts title="Link">
        <Fact name="Amount">
          <LinkAmount link={link} />
        </Fact>
        {free && <Bounds free={free} />}
        <Fact name="Takes">{takes(link.max_payments)}</Fact>
        <Fact name="Note">
          {note
            ? `${note.required ? 'Required' : 'Optional'}${note.label ? `: ${note.label}` : ''}`
            : 'Not asked for'}
        </Fact>
        {customerFields?.name && <Fact name="Customer’s name">{ASKED[customerFields.name]}</Fact>}
        {customerFields?.email && (
          <Fact name="Customer’s e-mail">{ASKED[customerFields.email]}</Fact>
        )}
        <Fact name="Mails to customers">
          {mails === null
            ? 'As the API key'
            : mails.map((kind) => CUSTOMER_MAIL_LABELS[kind]).join(', ') || 'None'}
        </Fact>
        <Fact name="Created">
          <RelativeTime iso={link.created_at} />
        </Fact>
        {link.expires_at && (
          <Fact name={link.status === 'expired' ? 'Expired' : 'Expires'}>
            <RelativeTime iso={link.expires_at} upcoming />
          </Fact>
        )}
        {link.deactivated_at && (
          <Fact name="Deactivated">
            <RelativeTime iso={link.deactivated_at} />
          </Fact>
        )}
      </Facts>
      <Facts title="Each payment">
        <Fact name="API key">{key.name}</Fact>
        <Fact name="Expires after">{formatPeriodInWords(link.expires_in)}</Fact>
        <Fact name="Required confirmations">{link.required_confirmations}</Fact>
        <Fact name="Tolerance">{toleranceText(link.underpayment_tolerance_ppm)}</Fact>
        {link.reference && <Fact name="Reference">{link.reference}</Fact>}
        {link.locale && <Fact name="Language">{languageName(link.locale)}</Fact>}
        {link.return_url && (
          <Fact name="Returns to">
            <span className="mono text-small">{link.return_url}</span>
          </Fact>
        )}
        <Fact name="Webhook URL">
          {link.webhook_url ? <span className="mono text-small">{link.webhook_url}</span> : 'None'}
        </Fact>
        {Object.entries(link.metadata ?? {}).map(([name, value]) => (
          <Fact key={name} name={`Metadata: ${name}`}>
            {value}
          </Fact>
        ))}
      </Facts>
    </div>
  );
}

const ASKED = { optional: 'Optional', required: 'Required' } as const;

function Facts({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Section title={title}>
      <FactList>{children}</FactList>
    </Section>
  );
}

function Bounds({ free }: { free: NonNullable<LinkResponse['free_amount']> }) {
  const text = (amount: string) => money(amount, free.currency, 'en');
  return (
    <>
      {free.minimum && <Fact name="At least">{text(free.minimum)}</Fact>}
      {free.maximum && <Fact name="At most">{text(free.maximum)}</Fact>}
      {free.suggested && <Fact name="Suggested">{text(free.suggested)}</Fact>}
    </>
  );
}

function takes(max: number | null): string {
  return max === null ? 'Any number of payments' : countWithNoun(max, 'payment');
}

'use client';

import { Button } from '@/app/_ui/button';
import { Fact, FactList } from '@/app/_ui/facts';
import { countWithNoun } from '@/lib/domain/count-with-noun';
import type { ImportResponse } from '@/lib/http/imports/import-response';
import { AddressList } from '../../_address/address-list';
import { Section } from '../../_frame/section';
import { StepTitle } from './step-title';

interface Props {
  readonly report: ImportResponse;
  readonly busy: boolean;
  readonly onImport: () => void;
  readonly onBack: () => void;
}

export function ImportPlan({ report, busy, onImport, onBack }: Props) {
  const { kind, first_addresses: addresses, webhooks, next_index: next } = report;
  return (
    <div className="grid max-w-reading grid-cols-[minmax(0,1fr)] gap-6">
      <StepTitle>What will happen</StepTitle>
      <ImportFacts report={report} />
      <Warnings warnings={report.warnings} />
      <Section title="Wallet">
        <p className="text-ink-2">
          These are the first addresses of your <code className="mono">{kind}</code> wallet. Check
          that your wallet app shows the same ones. Blocktally starts at address {next}, and leaves
          the earlier ones to BTCPay Server. Switch your shop over within a week, then import once
          more.
        </p>
        <AddressList addresses={addresses} className="gap-1.5" />
      </Section>
      {webhooks.length > 0 && (
        <Section title="Webhooks" note="Switched off after the import, each with a new secret">
          <ul className="grid gap-1">
            {webhooks.map(({ url }) => (
              <li key={url} className="mono wrap-anywhere">
                {url}
              </li>
            ))}
          </ul>
        </Section>
      )}
      <div className="flex flex-wrap gap-2">
        <Button variant="primary" busy={busy} onClick={onImport}>
          Import
        </Button>
        <Button variant="plain" disabled={busy} onClick={onBack}>
          Back
        </Button>
      </div>
    </div>
  );
}

export function ImportFacts({ report }: { report: ImportResponse }) {
  const { name, currency, invoices, key_id: keyId } = report;
  return (
    <FactList>
      <Fact name="API key">
        {name}
        {keyId === null && ' (new)'}
      </Fact>
      <Fact name="Currency">{currency ?? 'None'}</Fact>
      <Fact name="Invoices found">
        {invoices.found}
        {invoices.found > 0 && ': '}
        {invoices.by_status.map(({ status, count }) => `${count} ${status}`).join(', ')}
      </Fact>
      <Fact name="New payments">{countWithNoun(invoices.imported, 'payment')}</Fact>
      {invoices.known > 0 && <Fact name="Imported before">{invoices.known}</Fact>}
    </FactList>
  );
}

function Warnings({ warnings }: { warnings: readonly string[] }) {
  if (warnings.length === 0) return null;
  return (
    <ul className="tone-pending grid gap-1 rounded-control bg-(--tone-bg) px-3 py-2 font-medium text-(--tone)">
      {warnings.map((warning) => (
        <li key={warning} className="wrap-anywhere">
          {warning}
        </li>
      ))}
    </ul>
  );
}

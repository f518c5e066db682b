'use client';

import { useRouter } from 'next/navigation';
import { Button, ButtonLink } from '@/app/_ui/button';
import { CopyableSecret, SaveApiKeyWarning } from '@/app/_ui/secret';
import type { ImportResponse } from '@/lib/http/imports/import-response';
import { keyPage } from '../../_frame/paths';
import { Section } from '../../_frame/section';
import { discardUnsaved, useLeaveWarning } from '../../_frame/unsaved';
import { ImportFacts } from './import-plan';
import { StepTitle } from './step-title';

/** Shows what an import did, and the new secrets, which are shown only once. */
export function ImportResult({ report }: { report: ImportResponse }) {
  const { key_id: keyId, secrets, webhooks } = report;
  const router = useRouter();
  const showsSecrets = secrets !== null || webhooks.length > 0;
  useLeaveWarning(showsSecrets, 'key');
  const done = () => {
    discardUnsaved();
    router.push(keyPage(keyId ?? ''));
  };
  return (
    <div className="grid max-w-reading grid-cols-[minmax(0,1fr)] gap-6">
      <StepTitle>Store imported</StepTitle>
      <ImportFacts report={report} />
      {secrets && (
        <Section title="API key">
          <SaveApiKeyWarning />
          <CopyableSecret
            label="API key"
            secret={secrets.api_key}
            hint="Only for your own code. A plugin gets its own key when you connect it."
          />
          <CopyableSecret
            label="signing secret"
            secret={secrets.signing_secret}
            hint="Owners can show it again."
          />
        </Section>
      )}
      {webhooks.length > 0 && (
        <Section title="Webhook secrets" note="Not shown again">
          {webhooks.map(({ url, secret }) => (
            <CopyableSecret
              key={url}
              label={`secret of ${url}`}
              secret={secret ?? ''}
              hint="Switched off."
            />
          ))}
        </Section>
      )}
      <div>
        {showsSecrets ? (
          <Button variant="primary" onClick={done}>
            I have stored the secrets
          </Button>
        ) : (
          <ButtonLink variant="primary" href={keyPage(keyId ?? '')}>
            View API key
          </ButtonLink>
        )}
      </div>
    </div>
  );
}

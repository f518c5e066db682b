import { useQuery } from '@tanstack/react-query';
import { ButtonLink } from '@/app/_ui/button';
import { CodeBlock } from '@/app/_ui/code-block';
import { EmptyState } from '@/app/_ui/empty-state';
import { canMakeChanges } from '@/lib/domain/roles';
import { keyQueries } from '../../_data/queries';
import { NoApiKeyNotice } from '../../_form/no-api-key-notice';
import { useFrame } from '../../_frame/frame';
import { NEW_PAYMENT } from '../../_frame/paths';

export function NoPayments(_: { readonly open: boolean }) {
  const { app_url: appUrl, role } = useFrame();
  const keys = useQuery(keyQueries.list()).data?.data;
  if (!keys) return null;
  const key = keys.find(({ state }) => state === 'active');
  if (!key) return <NoApiKeyNotice title="No payments yet." />;
  return (
    <EmptyState
      title="No payments yet."
      action={
        canMakeChanges(role) && (
          <ButtonLink variant="primary" href={NEW_PAYMENT}>
            Create payment
          </ButtonLink>
        )
      }
    >
      <p>Create a payment here, or with the API:</p>
      <CodeBlock label="curl command" code={curlLine(appUrl, key.prefix)} />
    </EmptyState>
  );
}

function curlLine(appUrl: string, prefix: string): string {
  return [
    `curl ${appUrl}/v1/btc/payments \\`,
    `  -H 'Authorization: Bearer ${prefix}…' \\`,
    `  -H 'Content-Type: application/json' \\`,
    `  -d '{"amount_sats": 25000, "reference": "Order 1"}'`,
  ].join('\n');
}

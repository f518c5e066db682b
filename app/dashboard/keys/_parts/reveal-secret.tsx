'use client';

import { Button } from '@/app/_ui/button';
import { useChange } from '../../_data/use-change';
import { Secret } from './secret-once';

/** Shows the signing secret on request. The audit log keeps that it was shown, and to whom. */
export function RevealSecret({ apiKeyId }: { apiKeyId: string }) {
  const reveal = useChange('POST /api/dashboard/keys/{id}/signing-secret', {
    ask: () => ({ id: apiKeyId }),
  });
  if (reveal.data) {
    return (
      <div className="grid justify-items-start gap-2">
        <Secret
          label="signing secret"
          secret={reveal.data.signing_secret}
          hint="That you looked at it stands in the audit log."
        />
        <Button size="small" onClick={reveal.reset}>
          Hide
        </Button>
      </div>
    );
  }
  return (
    <div>
      <Button size="small" busy={reveal.isPending} onClick={() => reveal.mutate()}>
        Show signing secret
      </Button>
    </div>
  );
}

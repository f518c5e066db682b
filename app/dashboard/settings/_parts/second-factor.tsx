'use client';

import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Button } from '@/app/_ui/button';
import { counted } from '@/app/_ui/counted';
import { ConfirmDialog } from '@/app/_ui/dialog';
import { lazyOpen } from '@/app/_ui/lazy-open';
import { Skeleton } from '@/app/_ui/skeleton';
import { RelativeTime } from '@/app/_ui/time';
import { factorQueries } from '../../_data/factor-queries';
import { peopleQueries } from '../../_data/queries';
import { useChange } from '../../_data/use-change';
import { QueryState } from '../../_list/query-state';

const TotpDialog = lazyOpen(async () => (await import('./totp-dialog')).TotpDialog);
const CodesDialog = lazyOpen(async () => (await import('./totp-dialog')).CodesDialog);

/** The user's authenticator app and recovery codes. */
export function SecondFactor() {
  const query = useQuery(factorQueries.list());
  const [open, setOpen] = useState(false);
  return (
    <QueryState what="Your app" query={query} skeleton={<Skeleton className="h-16 w-full" />}>
      {({ totp_since: since, recovery_codes: left }) => (
        <div className="grid justify-items-start gap-4">
          {since === null ? (
            <>
              <p className="text-ink-2">
                With an app, each sign-in also needs a code that only your phone shows.
              </p>
              <Button onClick={() => setOpen(true)}>Set up app</Button>
            </>
          ) : (
            <TotpInUse since={since} left={left} />
          )}
          <TotpDialog open={open} onOpenChange={setOpen} />
        </div>
      )}
    </QueryState>
  );
}

function TotpInUse({ since, left }: { readonly since: string; readonly left: number }) {
  const [codes, setCodes] = useState<readonly string[]>([]);
  const changes = [peopleQueries.all()];
  const renew = useChange('POST /api/dashboard/settings/recovery-codes', {
    ask: () => ({}),
    changes,
  });
  const remove = useChange('DELETE /api/dashboard/settings/totp', {
    ask: () => ({}),
    changes,
    done: () => 'App removed.',
  });
  return (
    <>
      <p>
        Set up <RelativeTime iso={since} />. {counted(left, 'recovery code', 'recovery codes')}{' '}
        left.
      </p>
      <div className="flex flex-wrap gap-2">
        <Button
          busy={renew.isPending}
          onClick={() =>
            renew.mutate(undefined, { onSuccess: (answer) => setCodes(answer.recovery_codes) })
          }
        >
          New recovery codes
        </Button>
        <ConfirmDialog
          trigger={<Button>Remove app</Button>}
          title="Remove the authenticator app?"
          description="From then on, your password alone signs you in. Your recovery codes end as well."
          confirm="Remove app"
          busy={remove.isPending}
          onConfirm={(close) => remove.mutate(undefined, { onSuccess: close })}
        />
      </div>
      <CodesDialog open={codes.length > 0} onOpenChange={() => setCodes([])} codes={codes} />
    </>
  );
}

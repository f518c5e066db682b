'use client';

import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { Button } from '@/app/_ui/button';
import { ConfirmDialog } from '@/app/_ui/dialog';
import { loadOnFirstOpen } from '@/app/_ui/load-on-first-open';
import { Skeleton } from '@/app/_ui/skeleton';
import { RelativeTime } from '@/app/_ui/time';
import { countWithNoun } from '@/lib/domain/count-with-noun';
import { factorQueries } from '../../_data/factor-queries';
import { useChange } from '../../_data/use-change';
import { QueryState } from '../../_list/query-state';
import { Passkeys } from './passkeys';

const TotpDialog = loadOnFirstOpen(async () => (await import('./totp-dialog')).TotpDialog);
const CodesDialog = loadOnFirstOpen(
  async () => (await import('./totp-dialog')).RecoveryCodesDialog,
);

const CODES_END = 'Your recovery codes stop working too.';

export function SecondFactor() {
  const query = useQuery(factorQueries.list());
  const [open, setOpen] = useState(false);
  const [codes, setCodes] = useState<readonly string[]>([]);
  return (
    <QueryState what="Your factors" query={query} skeleton={<Skeleton className="h-40 w-full" />}>
      {(factors) => (
        <div className="grid gap-6">
          <Group title="Passkeys">
            <Passkeys
              passkeys={factors.passkeys}
              canAdd={factors.can_add_passkeys}
              codesEnd={factors.totp_since === null ? CODES_END : ''}
              onCodes={setCodes}
            />
          </Group>
          <Group title="Authenticator app">
            {factors.totp_since === null ? (
              <>
                <p className="text-ink-2">
                  With an app, each sign-in with a password also needs a code that only your phone
                  shows.
                </p>
                <Button onClick={() => setOpen(true)}>Set up app</Button>
              </>
            ) : (
              <TotpInUse since={factors.totp_since} isLast={factors.passkeys.length === 0} />
            )}
          </Group>
          {(factors.totp_since !== null || factors.passkeys.length > 0) && (
            <Group title="Recovery codes">
              <CodesLeft left={factors.recovery_codes} onCodes={setCodes} />
            </Group>
          )}
          <TotpDialog open={open} onOpenChange={setOpen} />
          <CodesDialog open={codes.length > 0} onOpenChange={() => setCodes([])} codes={codes} />
        </div>
      )}
    </QueryState>
  );
}

function Group({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] justify-items-start gap-3">
      <h3 className="font-semibold">{title}</h3>
      {children}
    </div>
  );
}

function TotpInUse({ since, isLast }: { readonly since: string; readonly isLast: boolean }) {
  const remove = useChange('DELETE /api/dashboard/settings/totp', {
    ask: () => ({}),
    done: () => 'App removed.',
  });
  return (
    <>
      <p className="text-ink-2">
        Set up <RelativeTime iso={since} />.
      </p>
      <ConfirmDialog
        trigger={<Button>Remove app</Button>}
        title="Remove the authenticator app?"
        description={
          isLast
            ? `From then on, your password alone signs you in. ${CODES_END}`
            : 'From then on, your passkeys and recovery codes are your second factor.'
        }
        confirm="Remove app"
        busy={remove.isPending}
        onConfirm={(close) => remove.mutate(undefined, { onSuccess: close })}
      />
    </>
  );
}

interface CodesProps {
  readonly left: number;
  readonly onCodes: (codes: readonly string[]) => void;
}

function CodesLeft({ left, onCodes }: CodesProps) {
  const renew = useChange('POST /api/dashboard/settings/recovery-codes', {
    ask: () => ({}),
  });
  return (
    <>
      <p className="text-ink-2">{countWithNoun(left, 'recovery code')} left.</p>
      <Button
        busy={renew.isPending}
        onClick={() =>
          renew.mutate(undefined, { onSuccess: (answer) => onCodes(answer.recovery_codes) })
        }
      >
        New recovery codes
      </Button>
    </>
  );
}

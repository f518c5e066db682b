'use client';

import { useQueryClient } from '@tanstack/react-query';
import { Button } from '@/app/_ui/button';
import { ConfirmDialog } from '@/app/_ui/dialog';
import { createPasskey } from '@/app/_ui/passkey-device';
import { RelativeTime } from '@/app/_ui/time';
import { toast } from '@/app/_ui/toast';
import type { PasskeyResponse } from '@/lib/http/merchant/factor-routes';
import { callApi } from '../../_data/call-api';
import { retryWithFactor } from '../../_data/retry-with-factor';
import { useChange } from '../../_data/use-change';
import { usePasskey } from '../../_data/use-passkey';
import { NameButton } from '../../_form/name-button';

interface Props {
  readonly passkeys: readonly PasskeyResponse[];
  /** Whether browsers allow passkeys at this server's address. */
  readonly canAdd: boolean;
  /**
   * A warning that the recovery codes become invalid with the last passkey; empty for users who
   * also have an authenticator app.
   */
  readonly codesEnd: string;
  readonly onCodes: (codes: readonly string[]) => void;
}

export function Passkeys({ passkeys, canAdd, codesEnd, onCodes }: Props) {
  const client = useQueryClient();
  const add = usePasskey({
    begin: () =>
      retryWithFactor(() => callApi('POST /api/dashboard/settings/passkeys/options', {})),
    onDevice: createPasskey,
    end: (passkey) => callApi('POST /api/dashboard/settings/passkeys', { body: { passkey } }),
    onDone: ({ recovery_codes: codes }) => {
      toast.success('Passkey added.');
      onCodes(codes);
      void client.invalidateQueries();
    },
  });
  return (
    <>
      <p className="text-ink-2">
        A passkey signs you in with your fingerprint, face or PIN, without a password or a code.
      </p>
      {passkeys.length > 0 && (
        <ul className="w-full border-rule-5 border-y">
          {passkeys.map((passkey) => (
            <PasskeyItem
              key={passkey.id}
              passkey={passkey}
              isLast={passkeys.length === 1}
              codesEnd={codesEnd}
            />
          ))}
        </ul>
      )}
      {canAdd ? (
        <Button busy={add.isPending} onClick={() => add.mutate()}>
          Add passkey
        </Button>
      ) : (
        <p>Passkeys need an address with https and a host name, which the operator sets.</p>
      )}
    </>
  );
}

interface ItemProps {
  readonly passkey: PasskeyResponse;
  readonly isLast: boolean;
  readonly codesEnd: string;
}

function PasskeyItem({ passkey, isLast, codesEnd }: ItemProps) {
  const { id, name, created_at: createdAt, last_used_at: usedAt } = passkey;
  const remove = useChange('DELETE /api/dashboard/settings/passkeys/{id}', {
    ask: () => ({ id }),
    done: () => 'Passkey removed.',
  });
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 border-b py-3 last:border-b-0">
      <div className="min-w-0">
        <p className="wrap-anywhere font-medium">{name}</p>
        <p className="text-ink-2 text-small">
          {passkey.is_backed_up ? 'On all devices of its account' : 'On one device'}, added{' '}
          <RelativeTime iso={createdAt} />,{' '}
          {usedAt === null ? (
            'never used'
          ) : (
            <>
              last used <RelativeTime iso={usedAt} />
            </>
          )}
        </p>
      </div>
      <div className="flex gap-2">
        <RenamePasskey id={id} name={name} />
        <ConfirmDialog
          trigger={
            <Button size="small">
              Remove<span className="sr-only"> {name}</span>
            </Button>
          }
          title="Remove the passkey?"
          description={`You can no longer sign in with ${name}. Sessions opened with it stay open; end them below.${
            isLast && codesEnd ? ` ${codesEnd}` : ''
          }`}
          confirm="Remove passkey"
          busy={remove.isPending}
          onConfirm={(close) => remove.mutate(undefined, { onSuccess: close })}
        />
      </div>
    </li>
  );
}

function RenamePasskey({ id, name }: Pick<PasskeyResponse, 'id' | 'name'>) {
  const rename = useChange('PATCH /api/dashboard/settings/passkeys/{id}', {
    ask: (to: string) => ({ id, body: { name: to } }),
    done: () => 'Passkey renamed.',
    quiet: true,
  });
  return (
    <NameButton
      title="Rename passkey"
      description="The name also appears in your team’s audit log."
      name={name}
      change={rename}
    >
      Rename<span className="sr-only"> {name}</span>
    </NameButton>
  );
}

'use client';

import { useQueryClient } from '@tanstack/react-query';
import { type SubmitEvent, useEffect, useEffectEvent } from 'react';
import { Button } from '@/app/_ui/button';
import { CopyButton } from '@/app/_ui/copy-button';
import { Dialog, DialogClose, DialogRoot } from '@/app/_ui/dialog';
import { Field, Input } from '@/app/_ui/field';
import { Qr } from '@/app/_ui/qr';
import { RecoveryCodes } from '@/app/_ui/recovery-codes';
import { CopyableSecret } from '@/app/_ui/secret';
import { fieldErrorMessage } from '../../_data/request-error';
import { useChange } from '../../_data/use-change';

interface Props {
  readonly open: boolean;
  readonly onOpenChange: (open: boolean) => void;
}

/**
 * Shows an authenticator app's secret, asks for the first code, and then shows the recovery codes.
 */
export function TotpDialog({ open, onOpenChange }: Props) {
  const client = useQueryClient();
  const start = useChange('POST /api/dashboard/settings/totp', {
    ask: () => ({}),
    refetches: false,
  });
  const confirm = useChange('POST /api/dashboard/settings/totp/confirm', {
    ask: (code: string) => ({ body: { code } }),
    refetches: false,
    quiet: true,
  });
  const begin = useEffectEvent(() => {
    confirm.reset();
    start.mutate(undefined, { onError: () => onOpenChange(false) });
  });
  useEffect(() => {
    if (open) begin();
  }, [open]);
  const end = () => {
    onOpenChange(false);
    confirm.reset();
    void client.invalidateQueries();
  };
  const codes = confirm.data?.recovery_codes ?? [];
  if (codes.length > 0) {
    return <RecoveryCodesDialog open={open} onOpenChange={end} codes={codes} />;
  }
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (confirm.isPending) return;
    confirm.mutate(String(new FormData(event.currentTarget).get('code')), {
      onSuccess: ({ recovery_codes: made }) => {
        if (made.length === 0) end();
      },
    });
  };
  return (
    <DialogRoot open={open && start.data !== undefined} onOpenChange={onOpenChange}>
      <Dialog
        title="Set up an authenticator app"
        description="Scan the code with the app, or type in the secret. Then enter the code that the app shows."
      >
        {start.data && (
          <form onSubmit={submit} className="grid gap-4">
            <div className="qr-tile w-48 max-w-full">
              <Qr text={start.data.uri} label="QR code for an authenticator app" />
            </div>
            <CopyableSecret
              label="secret"
              secret={start.data.secret}
              hint="If your app cannot scan the code, type this in."
            />
            <Field label="Code" error={fieldErrorMessage('code', confirm.error)}>
              <Input name="code" inputMode="numeric" autoComplete="one-time-code" />
            </Field>
            <div className="flex justify-end gap-2">
              <DialogClose asChild>
                <Button>Cancel</Button>
              </DialogClose>
              <Button type="submit" variant="primary" busy={confirm.isPending}>
                Set up app
              </Button>
            </div>
          </form>
        )}
      </Dialog>
    </DialogRoot>
  );
}

/** Recovery codes are shown only once. */
export function RecoveryCodesDialog({
  codes,
  ...root
}: Props & { readonly codes: readonly string[] }) {
  const text = codes.join('\n');
  return (
    <DialogRoot {...root}>
      <Dialog
        title="Store your recovery codes"
        description="The codes are not shown again. Use a code if you lose your app or passkey. Each works once."
        stays
        actions={
          <>
            <CopyButton text={text} label="Copy recovery codes" />
            <DialogClose asChild>
              <Button variant="primary">I have stored them</Button>
            </DialogClose>
          </>
        }
      >
        <RecoveryCodes codes={codes} />
      </Dialog>
    </DialogRoot>
  );
}

'use client';

import { useActionState } from 'react';
import { Button, ButtonLink } from '@/app/_ui/button';
import { Field, Input } from '@/app/_ui/field';
import { Qr } from '@/app/_ui/qr';
import { RecoveryCodes } from '@/app/_ui/recovery-codes';
import { Secret } from '@/app/_ui/secret';
import { Notice } from '../../_form/card';
import type { SetUpState } from './actions';

interface Props {
  readonly action: (before: SetUpState, data: FormData) => Promise<SetUpState>;
}

/** Sets up an authenticator app: its secret, the first code, the recovery codes. */
export function SetUpFactor({ action }: Props) {
  const [{ app, codes, error }, send, sending] = useActionState<SetUpState, FormData>(action, {});
  if (codes) {
    return (
      <>
        <p>
          Store your recovery codes. Each signs you in once if you lose the app. They are not shown
          again.
        </p>
        <RecoveryCodes codes={codes} />
        <ButtonLink href="/dashboard" variant="primary" className="w-full">
          I have stored them
        </ButtonLink>
      </>
    );
  }
  return (
    <form action={send} className="grid gap-4">
      {app ? (
        <>
          <div className="qr-tile w-48 max-w-full">
            <Qr text={app.uri} label="QR code for an authenticator app" />
          </div>
          <Secret label="secret" secret={app.secret} hint="For an app that cannot scan." />
          <Field label="Code" hint="The six digits that the app shows." error={error}>
            <Input name="code" inputMode="numeric" autoComplete="one-time-code" />
          </Field>
        </>
      ) : (
        error && <Notice tone="failed">{error}</Notice>
      )}
      <Button type="submit" variant="primary" busy={sending} className="w-full">
        Set up app
      </Button>
    </form>
  );
}

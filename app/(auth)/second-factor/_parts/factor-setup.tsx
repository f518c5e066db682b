'use client';

import { useActionState, useState, useTransition } from 'react';
import { Button, ButtonLink } from '@/app/_ui/button';
import { Field, Input } from '@/app/_ui/field';
import { createPasskey, PasskeyError } from '@/app/_ui/passkey-device';
import { Qr } from '@/app/_ui/qr';
import { RecoveryCodes } from '@/app/_ui/recovery-codes';
import { CopyableSecret } from '@/app/_ui/secret';
import { Notice, OrDivider } from '../../_form/card';
import { type FactorSetupState, setUpPasskey, startPasskeySetUp } from './actions';

interface Props {
  readonly action: (before: FactorSetupState, data: FormData) => Promise<FactorSetupState>;
  readonly isDone: boolean;
  /**
   * Whether this server's address has https and a host name, which browsers require for passkeys.
   */
  readonly hasPasskeys: boolean;
}

export function FactorSetup({ action, isDone, hasPasskeys }: Props) {
  const [{ app, codes, error }, send, sending] = useActionState<FactorSetupState, FormData>(
    action,
    {},
  );
  const [passkeyCodes, setPasskeyCodes] = useState<readonly string[]>();
  const shown = codes ?? passkeyCodes;
  if (shown || isDone) return <Done codes={shown ?? []} />;
  return (
    <>
      <form action={send} className="grid gap-4">
        {app ? (
          <>
            <div className="qr-tile w-48 max-w-full">
              <Qr text={app.uri} label="QR code for an authenticator app" />
            </div>
            <CopyableSecret
              label="secret"
              secret={app.secret}
              hint="If your app cannot scan the code, type this in."
            />
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
      {hasPasskeys && !app && (
        <>
          <OrDivider />
          <SetUpPasskey onCodes={setPasskeyCodes} />
        </>
      )}
    </>
  );
}

function SetUpPasskey({ onCodes }: { readonly onCodes: (codes: readonly string[]) => void }) {
  const [error, setError] = useState<string>();
  const [busy, start] = useTransition();
  const setUp = async () => {
    setError(undefined);
    const challenge = await startPasskeySetUp();
    if (challenge.error !== undefined) return setError(challenge.error);
    try {
      const { codes, error } = await setUpPasskey(await createPasskey(challenge.options));
      if (codes) onCodes(codes);
      else setError(error);
    } catch (failure) {
      if (!(failure instanceof PasskeyError)) throw failure;
      setError(failure.message);
    }
  };
  return (
    <div className="grid gap-4">
      {error && <Notice tone="failed">{error}</Notice>}
      <Button busy={busy} onClick={() => start(setUp)} className="w-full">
        Set up passkey
      </Button>
    </div>
  );
}

function Done({ codes }: { readonly codes: readonly string[] }) {
  if (codes.length === 0) {
    return (
      <>
        <Notice tone="idle">Your second factor is set up.</Notice>
        <ButtonLink href="/dashboard" variant="primary" className="w-full">
          Go to the dashboard
        </ButtonLink>
      </>
    );
  }
  return (
    <>
      <p>
        Store your recovery codes, because they are not shown again. Use a code if you lose your app
        or passkey. Each works once.
      </p>
      <RecoveryCodes codes={codes} />
      <ButtonLink href="/dashboard" variant="primary" className="w-full">
        I have stored them
      </ButtonLink>
    </>
  );
}

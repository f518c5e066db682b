'use client';

import { useState, useTransition } from 'react';
import { Button, type ButtonStyle } from '@/app/_ui/button';
import { PasskeyError, signWithPasskey } from '@/app/_ui/passkey-device';
import { Notice } from '../_form/card';
import { type PasskeyPurpose, startPasskeyCheck, verifyPasskeyResponse } from './actions';

interface Props {
  readonly purpose: PasskeyPurpose;
  readonly callbackUrl: string;
  readonly label: string;
  readonly variant?: ButtonStyle['variant'];
}

export function PasskeyButton({ purpose, callbackUrl, label, variant }: Props) {
  const [error, setError] = useState<string>();
  const [busy, start] = useTransition();
  const use = async () => {
    setError(undefined);
    const challenge = await startPasskeyCheck(purpose);
    if (challenge.error !== undefined) return setError(challenge.error);
    try {
      const passkey = await signWithPasskey(challenge.options);
      const answer = await verifyPasskeyResponse({ purpose, passkey, callbackUrl });
      setError(answer?.error);
    } catch (failure) {
      if (!(failure instanceof PasskeyError)) throw failure;
      setError(failure.message);
    }
  };
  return (
    <div className="grid gap-4">
      {error && <Notice tone="failed">{error}</Notice>}
      <Button variant={variant} busy={busy} onClick={() => start(use)} className="w-full">
        {label}
      </Button>
    </div>
  );
}

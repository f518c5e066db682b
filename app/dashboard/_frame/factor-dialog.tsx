'use client';

import { useQuery } from '@tanstack/react-query';
import { type RefObject, type SubmitEvent, useRef } from 'react';
import { Button } from '@/app/_ui/button';
import { Dialog, DialogClose, DialogRoot } from '@/app/_ui/dialog';
import { Field, Input } from '@/app/_ui/field';
import { signWithPasskey } from '@/app/_ui/passkey-device';
import { callApi } from '../_data/call-api';
import { factorQueries } from '../_data/factor-queries';
import { fieldErrorMessage } from '../_data/request-error';
import { useChange } from '../_data/use-change';
import { usePasskey } from '../_data/use-passkey';

interface Props {
  readonly open: boolean;
  readonly onOpenChange: (open: boolean) => void;
  readonly onConfirmed: () => void;
}

/** Asks for the password or a second factor. The page then repeats the refused request. */
export function FactorDialog({ open, onOpenChange, onConfirmed }: Props) {
  const field = useRef<HTMLInputElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const { data } = useQuery({ ...factorQueries.proof(), enabled: open });
  const confirm = useChange('POST /api/dashboard/session/factor', {
    ask: (code: string) => ({ body: { code } }),
    refetches: false,
    quiet: true,
  });
  const done = () => {
    confirm.reset();
    onConfirmed();
  };
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    // Without this line, React would also pass the event to the form of the page behind the dialog.
    event.stopPropagation();
    const code = String(new FormData(event.currentTarget).get('code'));
    if (!confirm.isPending) confirm.mutate(code, { onSuccess: done });
  };
  const hasPasskey = data?.passkey === true;
  const isCode = data?.proof === 'code';
  return (
    <DialogRoot open={open && data !== undefined} onOpenChange={onOpenChange}>
      <Dialog
        title="Confirm that it is you"
        description="Your input is kept, and your action continues once you confirm."
        {...(data?.proof !== 'provider' && { focusFirst: hasPasskey ? button : field })}
      >
        {hasPasskey && <ConfirmByPasskey button={button} onDone={done} />}
        {data?.proof === 'provider' ? (
          <SignInAgain onDone={done} />
        ) : (
          <form onSubmit={submit} className="grid gap-4">
            <Field
              label={isCode ? (data.app ? 'Code' : 'Recovery code') : 'Password'}
              hint={isCode && data.app && 'From your authenticator app, or a recovery code.'}
              error={fieldErrorMessage('code', confirm.error)}
            >
              <Input
                ref={field}
                name="code"
                type={isCode ? 'text' : 'password'}
                autoComplete={isCode ? 'one-time-code' : 'current-password'}
              />
            </Field>
            <div className="flex justify-end gap-2">
              <DialogClose asChild>
                <Button>Cancel</Button>
              </DialogClose>
              <Button
                type="submit"
                variant={hasPasskey ? 'quiet' : 'primary'}
                busy={confirm.isPending}
              >
                Confirm
              </Button>
            </div>
          </form>
        )}
      </Dialog>
    </DialogRoot>
  );
}

interface ByPasskeyProps {
  readonly button: RefObject<HTMLButtonElement | null>;
  readonly onDone: () => void;
}

function ConfirmByPasskey({ button, onDone }: ByPasskeyProps) {
  const confirm = usePasskey({
    begin: () => callApi('POST /api/dashboard/session/passkey/options', {}),
    onDevice: signWithPasskey,
    end: (passkey) => callApi('POST /api/dashboard/session/passkey', { body: { passkey } }),
    onDone,
  });
  return (
    <Button
      ref={button}
      variant="primary"
      busy={confirm.isPending}
      onClick={() => confirm.mutate()}
    >
      Use a passkey
    </Button>
  );
}

/** Users without a password sign in again in another tab. */
function SignInAgain({ onDone }: { readonly onDone: () => void }) {
  return (
    <>
      <p>
        <a href="/sign-in/confirm" target="_blank" rel="noreferrer" className="underline">
          Sign in again in a new tab
        </a>
      </p>
      <Button variant="primary" onClick={onDone}>
        I have signed in
      </Button>
    </>
  );
}

'use client';

import { type ReactNode, useState } from 'react';
import { Button } from '@/app/_ui/button';
import { Dialog, DialogClose, DialogRoot, DialogTrigger } from '@/app/_ui/dialog';
import { RelativeTime } from '@/app/_ui/time';
import {
  changedKeyAnswer,
  type KeyAnswer,
  revealedAnswer,
  rotatedKeyAnswer,
  rotatedSigningSecretAnswer,
} from '../../_data/key-answers';
import { keyQueries } from '../../_data/queries';
import { useAct } from '../../_data/use-act';
import { RotateDialog } from './rotate-dialog';
import { Secret } from './secret';

interface Props {
  readonly apiKey: KeyAnswer;
  readonly administer: boolean;
}

/** The secrets of a key and what owners do with them. */
export function KeySecrets({ apiKey: key, administer }: Props) {
  const usable = administer && key.state !== 'revoked';
  const root = `/api/dashboard/keys/${key.id}`;
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] border-rule-5 border-y bg-surface">
      <Part
        title="API key"
        actions={
          usable && (
            <>
              <RotateDialog
                what="API key"
                path={`${root}/rotate`}
                answer={rotatedKeyAnswer}
                secretOf={(rotated) => rotated.api_key}
                explanation="A new key takes its place. Payments and settings stay. The key before is accepted until the overlap ends, so that you can change it on your server without a gap."
              />
              <RevokeKey apiKey={key} />
            </>
          )
        }
      >
        <p>
          <span className="mono">{key.prefix}…</span>
        </p>
        {key.previous.map(({ prefix, valid_until: until }) => (
          <p key={prefix} className="text-ink-2">
            <span className="mono">{prefix}…</span> is accepted until it ends{' '}
            <RelativeTime iso={until} />.
          </p>
        ))}
      </Part>
      <Part
        title="Signing secret"
        actions={
          usable && (
            <RotateDialog
              what="signing secret"
              path={`${root}/signing-secret/rotate`}
              answer={rotatedSigningSecretAnswer}
              secretOf={(rotated) => rotated.signing_secret}
              explanation="A new secret takes its place. Until the overlap ends, webhooks carry the signatures of both, so that your endpoint can change over without refusing any."
            />
          )
        }
      >
        <p className="text-ink-2">Webhooks of this key’s payments are signed with it.</p>
        {key.previous_signing_until && (
          <p className="text-ink-2">
            They are signed with the one before too, which ends{' '}
            <RelativeTime iso={key.previous_signing_until} />.
          </p>
        )}
        {administer && <RevealSecret apiKeyId={key.id} />}
      </Part>
    </div>
  );
}

interface PartProps {
  readonly title: string;
  readonly actions: ReactNode;
  readonly children: ReactNode;
}

function Part({ title, actions, children }: PartProps) {
  return (
    <section className="grid grid-cols-[minmax(0,1fr)] gap-2 border-b px-4 py-4 last:border-b-0 sm:px-5">
      <div className="flex min-h-9 flex-wrap items-center justify-between gap-2">
        <h2 className="text-section">{title}</h2>
        <div className="flex flex-wrap gap-2">{actions}</div>
      </div>
      {children}
    </section>
  );
}

/** Shows the signing secret on request. The audit log keeps that it was shown, and to whom. */
export function RevealSecret({ apiKeyId }: { apiKeyId: string }) {
  const reveal = useAct({
    path: () => `/api/dashboard/keys/${apiKeyId}/signing-secret`,
    answer: revealedAnswer,
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

export function RevokeKey({ apiKey }: { apiKey: KeyAnswer }) {
  const [open, setOpen] = useState(false);
  const revoke = useAct({
    path: () => `/api/dashboard/keys/${apiKey.id}/revoke`,
    answer: changedKeyAnswer,
    changes: [keyQueries.all()],
    done: () => `${apiKey.name} is revoked.`,
  });
  return (
    <DialogRoot open={open} onOpenChange={setOpen}>
      <DialogTrigger asChild>
        <Button variant="danger" size="small">
          Revoke
        </Button>
      </DialogTrigger>
      <Dialog
        title={`Revoke ${apiKey.name}?`}
        description="Requests with it are refused at once, and that cannot be taken back. Its payments are still followed and their webhooks sent."
        actions={
          <>
            <DialogClose asChild>
              <Button>Keep the key</Button>
            </DialogClose>
            <Button
              variant="danger"
              busy={revoke.isPending}
              onClick={() => revoke.mutate(undefined, { onSuccess: () => setOpen(false) })}
            >
              Revoke
            </Button>
          </>
        }
      >
        <p className="text-ink-2">
          If only the secret leaked, rotate the key instead: payments and settings stay with it.
        </p>
      </Dialog>
    </DialogRoot>
  );
}

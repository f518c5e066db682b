'use client';

import { type ReactNode, useRef, useState } from 'react';
import { Button } from '@/app/_ui/button';
import { ConfirmDialog } from '@/app/_ui/dialog';
import { CopyableSecret } from '@/app/_ui/secret';
import { RelativeTime } from '@/app/_ui/time';
import type { KeyResponse } from '@/lib/http/keys/key-response';
import { useChange } from '../../_data/use-change';
import { KEY_ROTATION_EXPLANATION, RotateDialog } from './rotate-dialog';

interface Props {
  readonly apiKey: KeyResponse;
  readonly administer: boolean;
}

export function KeySecrets({ apiKey: key, administer }: Props) {
  const usable = administer && key.state !== 'revoked';
  // Each rotation remounts `RevealSecret`, which would otherwise still show the old secret.
  const [rotations, setRotations] = useState(0);
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] border-rule-5 border-y bg-surface">
      <Part
        title="API key"
        actions={
          usable && (
            <>
              <RotateDialog
                what="API key"
                endpoint="POST /api/dashboard/keys/{id}/rotate"
                id={key.id}
                explanation={KEY_ROTATION_EXPLANATION}
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
            <span className="mono">{prefix}…</span> is still accepted. It expires{' '}
            <RelativeTime iso={until} upcoming />.
          </p>
        ))}
      </Part>
      <Part
        title="Signing secret"
        actions={
          usable && (
            <RotateDialog
              what="signing secret"
              endpoint="POST /api/dashboard/keys/{id}/signing-secret/rotate"
              id={key.id}
              onRotated={() => setRotations(rotations + 1)}
              explanation="A new secret replaces the current one. Until the overlap ends, webhooks are signed with both secrets, so you can update your endpoint without rejecting any webhooks."
            />
          )
        }
      >
        <p className="text-ink-2">Signs the webhooks of this key’s payments.</p>
        {key.previous_signing_until && (
          <p className="text-ink-2">
            The previous secret still signs too. It expires{' '}
            <RelativeTime iso={key.previous_signing_until} upcoming />.
          </p>
        )}
        {administer && <RevealSecret key={rotations} apiKeyId={key.id} />}
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

/** Reveals the signing secret on request. The server records that in the audit log. */
function RevealSecret({ apiKeyId }: { apiKeyId: string }) {
  const reveal = useChange('POST /api/dashboard/keys/{id}/signing-secret', {
    ask: () => ({ id: apiKeyId }),
    refetches: false,
  });
  const part = useRef<HTMLDivElement>(null);
  // The focused button disappears, so this element gets the focus.
  const keepFocus = () => part.current?.focus();
  return (
    <div
      ref={part}
      tabIndex={-1}
      className="grid grid-cols-[minmax(0,1fr)] justify-items-start gap-2"
    >
      {reveal.data ? (
        <>
          <CopyableSecret
            label="signing secret"
            secret={reveal.data.signing_secret}
            hint="Showing the secret is recorded in the audit log."
          />
          <Button
            size="small"
            onClick={() => {
              keepFocus();
              reveal.reset();
            }}
          >
            Hide
          </Button>
        </>
      ) : (
        <Button
          size="small"
          busy={reveal.isPending}
          onClick={() => reveal.mutate(undefined, { onSuccess: keepFocus })}
        >
          Show signing secret
        </Button>
      )}
    </div>
  );
}

function RevokeKey({ apiKey }: { apiKey: KeyResponse }) {
  const revoke = useChange('POST /api/dashboard/keys/{id}/revoke', {
    ask: () => ({ id: apiKey.id }),
    done: () => `${apiKey.name} revoked.`,
  });
  return (
    <ConfirmDialog
      trigger={
        <Button variant="danger" size="small">
          Revoke
        </Button>
      }
      title={`Revoke ${apiKey.name}?`}
      description="Requests with this key are rejected immediately. This cannot be undone. Payments of the key are still followed, and webhooks are still sent."
      confirm="Revoke"
      busy={revoke.isPending}
      onConfirm={(close) => revoke.mutate(undefined, { onSuccess: close })}
    >
      <p className="text-ink-2">
        If only the secret leaked, rotate the key instead. Rotating it keeps payments and settings.
      </p>
    </ConfirmDialog>
  );
}

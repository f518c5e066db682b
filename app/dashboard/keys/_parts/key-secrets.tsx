'use client';

import type { ReactNode } from 'react';
import { RelativeTime } from '@/app/_ui/relative-time';
import type { KeyAnswer } from '@/lib/http/answers/key';
import { RevealSecret } from './reveal-secret';
import { RevokeKey } from './revoke-key';
import { RotateDialog } from './rotate-dialog';

interface Props {
  readonly apiKey: KeyAnswer;
  readonly administer: boolean;
}

/** The secrets of a key and what owners do with them. */
export function KeySecrets({ apiKey: key, administer }: Props) {
  const usable = administer && key.state !== 'revoked';
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
                apiKeyId={key.id}
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
              endpoint="POST /api/dashboard/keys/{id}/signing-secret/rotate"
              apiKeyId={key.id}
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

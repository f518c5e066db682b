import clsx from 'clsx';
import type { Route } from 'next';
import type { ReactNode } from 'react';
import { ButtonLink } from '@/app/_ui/button';
import { Mark } from '@/app/_ui/logo';
import type { Role } from '@/lib/domain/roles';
import { NEW_PAYMENT } from '../../_frame/nav-items';

interface Props {
  readonly hasKey: boolean;
  readonly role: Role;
}

/** What a new shop sees: three steps to its first payment, the next one with its button. */
export function FirstPayment({ hasKey, role }: Props) {
  return (
    <section className="grid max-w-reading gap-6 rounded-slip border bg-surface p-5 sm:p-8">
      <div className="grid gap-3">
        <Mark />
        <h2 className="text-title">Your first payment</h2>
        <p className="text-body text-ink-2">
          Three steps, and none of them needs a key that can spend.
        </p>
      </div>
      <ol className="grid">
        <Step
          number={1}
          title="Create an API key for your wallet"
          state={hasKey ? 'done' : 'next'}
          action={
            role === 'owner' ? (
              <ButtonLink variant="primary" href={'/dashboard/keys/new' as Route}>
                Create API key
              </ButtonLink>
            ) : (
              <p className="text-ink-2">An owner of this shop does this.</p>
            )
          }
        >
          Paste the wallet’s public descriptor or extended public key. You see its first addresses
          while you type.
        </Step>
        <Step
          number={2}
          title="Create a payment"
          state={hasKey ? 'next' : 'later'}
          action={
            role === 'viewer' ? (
              <p className="text-ink-2">A member or an owner of this shop does this.</p>
            ) : (
              <ButtonLink variant="primary" href={NEW_PAYMENT}>
                Create payment
              </ButtonLink>
            )
          }
        >
          Here, or from your server with the API key. The payer gets a page with an address and a QR
          code.
        </Step>
        <Step number={3} title="See it arrive" state="later">
          Within seconds once it is sent, then block by block. Your server hears of it by webhook.
        </Step>
      </ol>
    </section>
  );
}

interface StepProps {
  readonly number: number;
  readonly title: string;
  readonly state: 'done' | 'next' | 'later';
  readonly action?: ReactNode;
  readonly children: ReactNode;
}

function Step({ number, title, state, action, children }: StepProps) {
  return (
    <li className="grid grid-cols-[1.75rem_minmax(0,1fr)] gap-x-3 border-t py-4 last:pb-0">
      <span
        className={clsx(
          'font-bold text-figure tabular-nums',
          state === 'next' ? 'text-accent' : 'text-ink-3',
        )}
      >
        {number}
      </span>
      <div className="grid justify-items-start gap-2">
        <h3 className={clsx('text-section', state === 'later' && 'text-ink-2')}>
          {title}
          {state === 'done' && <span className="font-normal text-confirmed"> (done)</span>}
        </h3>
        {state !== 'done' && <p className="text-ink-2">{children}</p>}
        {state === 'next' && action}
      </div>
    </li>
  );
}

import clsx from 'clsx';
import type { ReactNode } from 'react';
import { ButtonLink } from '@/app/_ui/button';
import { Mark } from '@/app/_ui/logo';
import { canAdminister, canChange, type Role } from '@/lib/domain/roles';
import { NEW_KEY, NEW_PAYMENT } from '../../_frame/paths';

interface Props {
  readonly hasKey: boolean;
  readonly role: Role;
}

/** Three steps to the first payment, with a button for the next one. */
export function FirstPayment({ hasKey, role }: Props) {
  return (
    <section className="grid max-w-reading gap-6 rounded-slip border bg-surface p-5 sm:p-8">
      <div className="grid gap-3">
        <Mark />
        <h2 className="text-title">Your first payment</h2>
        <p className="text-body text-ink-2">Three steps, none of which needs a private key.</p>
      </div>
      <ol className="grid">
        <Step
          number={1}
          title="Create an API key for your wallet"
          state={hasKey ? 'done' : 'next'}
          action={
            canAdminister(role) ? (
              <ButtonLink variant="primary" href={NEW_KEY}>
                Create API key
              </ButtonLink>
            ) : (
              <p className="text-ink-2">Ask an owner to do this.</p>
            )
          }
        >
          Paste your wallet’s public descriptor or extended public key, and compare the first
          addresses.
        </Step>
        <Step
          number={2}
          title="Create a payment"
          state={hasKey ? 'next' : 'later'}
          action={
            canChange(role) ? (
              <ButtonLink variant="primary" href={NEW_PAYMENT}>
                Create payment
              </ButtonLink>
            ) : (
              <p className="text-ink-2">Ask a member or an owner to do this.</p>
            )
          }
        >
          Create it here, or from your backend with the API key. Your customer gets a page with an
          address and a QR code.
        </Step>
        <Step number={3} title="Get paid" state="later">
          You see the payment within seconds, then each confirmation. Webhooks tell your backend.
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

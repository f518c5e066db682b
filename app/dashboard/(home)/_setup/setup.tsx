import clsx from 'clsx';
import type { Route } from 'next';
import type { ReactNode } from 'react';
import { ButtonLink } from '@/app/_ui/button';
import { Tally } from '@/app/_ui/tally';
import { canAdminister, canMakeChanges } from '@/lib/domain/roles';
import type { HomeResponse } from '@/lib/http/home/home-response';
import { useFrame } from '../../_frame/frame';
import { PageHead } from '../../_frame/page-head';
import {
  ADD_WALLET,
  DISPLAY_CURRENCY_PAGE,
  NEW_KEY,
  NEW_PAYMENT,
  newKeyForWalletPage,
  SHOPS,
  TEAM,
  WALLETS,
  walletAddressPage,
} from '../../_frame/paths';

type SetupResponse = NonNullable<HomeResponse['setup']>;
type Steps = SetupResponse['steps'];

interface StepWords {
  readonly name: keyof Steps;
  readonly title: string;
  readonly text: string;
  readonly href: Route;
  readonly action: string;
  readonly who: 'administer' | 'change';
}

/** Returns the steps in order. Only the server decides which steps are done. */
const stepsOf = ({
  steps,
  wallet_id: walletId,
  compared_by: comparedBy,
  has_key: hasKey,
}: SetupResponse): StepWords[] => [
  {
    name: 'wallet',
    title: 'Connect your wallet',
    text: 'Add your wallet’s public descriptor or extended public key. This server can watch the wallet and cannot spend from it.',
    href: ADD_WALLET,
    action: 'Connect wallet',
    who: 'administer',
  },
  {
    name: 'compared',
    title: 'Check the first address on your device',
    text:
      steps.compared && comparedBy
        ? `Compared by ${comparedBy}. Customers pay to your wallet and nobody else’s.`
        : 'This proves that customers pay to your wallet and nobody else’s.',
    href: walletId ? walletAddressPage(walletId) : WALLETS,
    action: 'Compare address',
    who: 'change',
  },
  {
    name: 'currency',
    title: 'Choose your currency',
    text: 'Figures and reports use it, with satoshis beneath.',
    href: DISPLAY_CURRENCY_PAGE,
    action: 'Choose currency',
    who: 'administer',
  },
  {
    name: 'order',
    title: 'Pay a test order',
    ...(hasKey
      ? {
          text: 'Create a payment, pay it with a click in the sandbox or from a test wallet, and see it confirmed.',
          href: NEW_PAYMENT,
          action: 'Create test order',
          who: 'change',
        }
      : {
          text: 'Payments belong to an API key: create one for your wallet first.',
          href: walletId ? newKeyForWalletPage(walletId) : NEW_KEY,
          action: 'Create API key',
          who: 'administer',
        }),
  },
  {
    name: 'shop',
    title: 'Connect your shop',
    text: 'Use a plugin, or an endpoint of your own backend. This step is done once your shop accepts a webhook.',
    href: SHOPS,
    action: 'Connect shop',
    who: 'administer',
  },
  {
    name: 'live',
    title: 'Go live',
    text: 'Create an API key for mainnet with your real wallet. Test payments stay on their own network.',
    href: NEW_KEY,
    action: 'Create live key',
    who: 'administer',
  },
];

/** The checklist of a new installation. It disappears when all steps are done. */
export function Setup({ setup }: { readonly setup: SetupResponse }) {
  const { merchant, role } = useFrame();
  const steps = stepsOf(setup);
  const done = steps.filter(({ name }) => setup.steps[name]).length;
  const next = steps.find(({ name }) => !setup.steps[name])?.name;
  return (
    <section aria-label="Setup" className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <PageHead
        title={`Set up ${merchant.name}`}
        actions={canAdminister(role) && <ButtonLink href={TEAM}>Invite your developer</ButtonLink>}
      >
        <span className="flex items-center gap-3">
          <Tally filled={done} required={steps.length} tone="confirmed" label="steps done" />
          {done} of {steps.length} done.
          {!setup.steps.live && ' Nothing here uses real bitcoin until the last step.'}
        </span>
      </PageHead>
      <ol className="setup">
        {steps.map((step) => (
          <Step
            key={step.name}
            step={step}
            state={setup.steps[step.name] ? 'done' : step.name === next ? 'now' : 'later'}
            may={step.who === 'change' ? canMakeChanges(role) : canAdminister(role)}
          />
        ))}
      </ol>
    </section>
  );
}

interface StepProps {
  readonly step: StepWords;
  readonly state: 'done' | 'now' | 'later';
  readonly may: boolean;
  /** Shown while this is the next step. */
  readonly children?: ReactNode;
}

function Step({ step: { title, text, href, action }, state, may, children }: StepProps) {
  return (
    <li className={clsx('setup-step', `is-${state}`)}>
      <span className="setup-mark" aria-hidden="true" />
      <div className="grid gap-0.5">
        <h2 className="font-semibold">
          {title}
          <span className="sr-only">{state === 'done' ? ' (done)' : ''}</span>
        </h2>
        <p className="max-w-reading text-ink-2 text-small">{text}</p>
      </div>
      {state === 'done' ? (
        <span className="font-medium text-confirmed text-small">Done</span>
      ) : may ? (
        <ButtonLink variant={state === 'now' ? 'primary' : 'quiet'} href={href}>
          {action}
        </ButtonLink>
      ) : (
        <span className="text-ink-3 text-small">Ask an owner</span>
      )}
      {children}
    </li>
  );
}

'use client';

import clsx from 'clsx';
import { type FormEvent, type ReactNode, useId, useState } from 'react';
import { Button, ButtonLink } from '@/app/_ui/button';
import { Checkbox, Field, Input } from '@/app/_ui/field';
import { ThemeSwitch } from '@/app/_ui/theme';
import { canAdminister } from '@/lib/domain/roles';
import { RequestError } from '../../_data/request-error';
import { useChange } from '../../_data/use-change';
import { useFrame } from '../../_frame/frame';
import { PageHead } from '../../_frame/page-head';
import { SHOPS } from '../../_frame/paths';
import { useShortcutsEnabled } from '../../_frame/shortcuts';
import { useLeaveWarning } from '../../_frame/unsaved';
import { Channels } from './channels';
import { CustomerRetention } from './customer-retention';
import { DisplayCurrency, TimeZoneSetting } from './display-settings';
import { BrandingSection } from './face-form';
import { MerchantNameForm, YourName } from './names';
import { Notifications } from './notifications';
import { SecondFactor } from './second-factor';
import { Sessions } from './sessions';

export function Settings() {
  const { name, email, role, merchant } = useFrame();
  const [shortcutsOn, setShortcutsOn] = useShortcutsEnabled();
  return (
    <>
      <PageHead title="Settings" aside={false}>
        Signed in as {email}, {role} of {merchant.name}.
      </PageHead>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-8">
        {canAdminister(role) && (
          <Part title="Merchant">
            <MerchantNameForm key={merchant.id} name={merchant.name} />
            <DisplayCurrency current={merchant.display_currency} />
            <TimeZoneSetting current={merchant.time_zone} />
            <CustomerRetention current={merchant.customer_retention_days} />
          </Part>
        )}
        <Part title="Shops">
          <p className="text-ink-2">
            Plugins of WooCommerce, PrestaShop, Magento and other shop systems.
          </p>
          <ButtonLink href={SHOPS} className="w-fit">
            Connect a shop
          </ButtonLink>
        </Part>
        {canAdminister(role) && (
          <Part title="Payment page" wide>
            <BrandingSection />
          </Part>
        )}
        <Part title="You">
          <YourName name={name ?? ''} />
        </Part>
        <Part title="Mail notifications">
          <Notifications />
        </Part>
        {canAdminister(role) && (
          <Part title="Channels for notifications">
            <Channels />
          </Part>
        )}
        <Part title="This browser">
          <div className="flex items-center justify-between gap-4">
            <span className="font-medium">Theme</span>
            <ThemeSwitch />
          </div>
          <Checkbox
            label="Keyboard shortcuts"
            hint="Single keys such as / and j. Turn shortcuts off if they interfere with a screen reader or voice control. Press ? for the list."
            checked={shortcutsOn}
            onChange={(event) => setShortcutsOn(event.target.checked)}
          />
        </Part>
        <Part title="Password">
          <ChangePassword />
        </Part>
        <Part title="Passkeys and second factor">
          <SecondFactor />
        </Part>
        <Part title="Sessions">
          <Sessions />
        </Part>
      </div>
    </>
  );
}

interface PartProps {
  readonly title: string;
  readonly children: ReactNode;
  /** Whether the section is as wide as the page, instead of as wide as text. */
  readonly wide?: boolean;
}

function Part({ title, children, wide = false }: PartProps) {
  const id = useId();
  return (
    <section
      aria-labelledby={`${id}-title`}
      className={clsx(
        'grid grid-cols-[minmax(0,1fr)] gap-4 border-t pt-5',
        !wide && 'max-w-reading',
      )}
    >
      <h2 id={`${id}-title`} className="text-section">
        {title}
      </h2>
      {children}
    </section>
  );
}

function ChangePassword() {
  const [current, setCurrent] = useState('');
  const [password, setPassword] = useState('');
  const change = useChange('POST /api/dashboard/settings/password', {
    ask: () => ({ body: { current, password } }),
    done: () => 'Password changed. Your other sessions are signed out.',
    quiet: true,
  });
  useLeaveWarning(password !== '');
  function submit(event: FormEvent) {
    event.preventDefault();
    if (change.isPending) return;
    change.mutate(undefined, {
      onSuccess: () => {
        setCurrent('');
        setPassword('');
      },
    });
  }
  const { error } = change;
  const fields = error instanceof RequestError ? error.fields : {};
  const formError = error && !fields.current && !fields.password ? error.message : undefined;
  return (
    <form onSubmit={submit} noValidate className="grid max-w-96 justify-items-start gap-4">
      <Field
        label="Current password"
        hint="Leave empty if you have no password and have just signed in with a provider."
        error={fields.current}
        className="w-full"
      >
        <Input
          type="password"
          autoComplete="current-password"
          value={current}
          onChange={(event) => setCurrent(event.target.value)}
        />
      </Field>
      <Field label="New password" error={fields.password ?? formError} className="w-full">
        <Input
          type="password"
          autoComplete="new-password"
          value={password}
          onChange={(event) => setPassword(event.target.value)}
        />
      </Field>
      <Button type="submit" busy={change.isPending} disabled={password === ''}>
        Change password
      </Button>
    </form>
  );
}

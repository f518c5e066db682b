'use client';

import { type FormEvent, type ReactNode, useState } from 'react';
import { Button } from '@/app/_ui/button';
import { Checkbox, Field, Input, Select } from '@/app/_ui/field';
import { ThemeSwitch } from '@/app/_ui/theme';
import { canAdminister } from '@/lib/domain/roles';
import { overviewQueries } from '../../_data/overview-queries';
import { frameQuery, peopleQueries } from '../../_data/queries';
import { messageAt, RequestFailed } from '../../_data/request-failed';
import { useChange } from '../../_data/use-change';
import { CurrencyOptions } from '../../_form/currency-options';
import { useFrame } from '../../_frame/frame';
import { PageHead } from '../../_frame/page-head';
import { useShortcutsEnabled } from '../../_frame/shortcuts';
import { useUnsaved } from '../../_frame/unsaved';
import { Sessions } from './sessions';

export function Settings() {
  const { email, role, merchant } = useFrame();
  const [shortcutsOn, setShortcutsOn] = useShortcutsEnabled();
  return (
    <>
      <PageHead title="Settings" aside={false}>
        Signed in as {email}, {role} of {merchant.name}.
      </PageHead>
      <div className="grid max-w-reading grid-cols-[minmax(0,1fr)] gap-8">
        {canAdminister(role) && (
          <Part title="Merchant">
            <RenameMerchant key={merchant.id} name={merchant.name} />
            <DisplayCurrency current={merchant.display_currency} />
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
        <Part title="Sessions">
          <Sessions />
        </Part>
      </div>
    </>
  );
}

function Part({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="grid grid-cols-[minmax(0,1fr)] gap-4 border-t pt-5">
      <h2 className="text-section">{title}</h2>
      {children}
    </section>
  );
}

function RenameMerchant({ name }: { name: string }) {
  // The name is undefined until something is typed, so that a rename in another tab shows here.
  const [typed, setTyped] = useState<string>();
  const text = typed ?? name;
  const rename = useChange('PATCH /api/dashboard/settings/merchant', {
    ask: (asked: string) => ({ body: { name: asked } }),
    changes: [frameQuery().queryKey],
    done: () => 'Name changed.',
    quiet: true,
  });
  useUnsaved(text.trim() !== name);
  function submit(event: FormEvent) {
    event.preventDefault();
    if (rename.isPending) return;
    rename.mutate(text, {
      onSuccess: () => setTyped((now) => (now === text ? undefined : now)),
    });
  }
  return (
    <form onSubmit={submit} noValidate className="flex flex-wrap items-start gap-3">
      <Field
        label="Name"
        hint="Your customers see the name on the payment page."
        error={messageAt('name', rename.error)}
        className="min-w-0 grow basis-56"
      >
        <Input value={text} autoComplete="off" onChange={(event) => setTyped(event.target.value)} />
      </Field>
      <Button
        type="submit"
        busy={rename.isPending}
        disabled={text.trim() === name}
        className="mt-6"
      >
        Rename
      </Button>
    </form>
  );
}

function ChangePassword() {
  const [current, setCurrent] = useState('');
  const [password, setPassword] = useState('');
  const change = useChange('POST /api/dashboard/settings/password', {
    ask: () => ({ body: { current, password } }),
    changes: [peopleQueries.all()],
    done: () => 'Password changed. Your other sessions are signed out.',
    quiet: true,
  });
  useUnsaved(password !== '');
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
  const fields = error instanceof RequestFailed ? error.fields : {};
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

function DisplayCurrency({ current }: { current: string | null }) {
  const saved = current ?? '';
  const [chosen, setChosen] = useState<string>();
  const change = useChange('PATCH /api/dashboard/settings/display-currency', {
    ask: (currency: string) => ({ body: { currency: currency || null } }),
    changes: [frameQuery().queryKey, overviewQueries.all()],
    done: () => 'Display currency changed.',
  });
  const currency = chosen ?? saved;
  useUnsaved(currency !== saved);
  function submit(event: FormEvent) {
    event.preventDefault();
    if (change.isPending) return;
    change.mutate(currency, {
      onSuccess: () => setChosen((now) => (now === currency ? undefined : now)),
    });
  }
  return (
    <form onSubmit={submit} className="flex flex-wrap items-start gap-3">
      <Field
        label="Display currency"
        hint="The overview shows confirmed amounts in satoshis and in this currency. The rate is stored at each confirmation, so earlier payments count only if their price is in this currency."
        className="min-w-0 grow basis-56"
      >
        <Select value={currency} onChange={(event) => setChosen(event.target.value)}>
          <CurrencyOptions sats={{ value: '', label: 'None: satoshis only' }} />
        </Select>
      </Field>
      <Button type="submit" busy={change.isPending} disabled={currency === saved} className="mt-6">
        Save<span className="sr-only"> the display currency</span>
      </Button>
    </form>
  );
}

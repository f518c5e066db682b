'use client';

import { type FormEvent, type ReactNode, useState } from 'react';
import { Button } from '@/app/_ui/button';
import { Checkbox, Field, Input } from '@/app/_ui/field';
import { ThemeSwitch } from '@/app/_ui/theme';
import { canAdminister } from '@/lib/domain/roles';
import { frameQuery } from '../../_data/queries';
import { messageAt } from '../../_data/request-failed';
import { useChange } from '../../_data/use-change';
import { useFrame } from '../../_frame/frame';
import { PageHead } from '../../_frame/page-head';
import { useShortcutsEnabled } from '../../_frame/shortcuts';
import { useUnsaved } from '../../_frame/unsaved';
import { ChangePassword } from './change-password';
import { DisplayCurrency } from './display-currency';
import { Sessions } from './sessions';

/** The merchant's name, the user's password and sessions, and the settings of this browser. */
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
            hint="Single keys such as / and j. Turn them off if they interfere with a screen reader or voice control. Press ? for the list."
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
  // Undefined until something is typed: another tab may rename the merchant meanwhile.
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
        hint="Your customers see it on the payment page."
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

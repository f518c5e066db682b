'use client';

import type { ReactNode } from 'react';
import { Checkbox } from '@/app/_ui/checkbox';
import { ThemeSwitch } from '@/app/_ui/theme-switch';
import { PageHead } from '../../_frame/page-head';
import { useFrame } from '../../_frame/use-frame';
import { useKept } from '../../_frame/use-kept';
import { ChangePassword } from './change-password';
import { RenameShop } from './rename-shop';
import { Sessions } from './sessions';

/** The shop's name, the person's sign-ins and password, and what this browser remembers. */
export function Settings() {
  const { email, role, merchant } = useFrame();
  const [keysOn, setKeysOn] = useKept('blocktally-keys');
  return (
    <>
      <PageHead title="Account" aside={false}>
        Signed in as {email}, {role} of {merchant.name}.
      </PageHead>
      <div className="grid max-w-reading grid-cols-[minmax(0,1fr)] gap-8">
        {role === 'owner' && (
          <Part title="Shop">
            <RenameShop key={merchant.id} name={merchant.name} />
          </Part>
        )}
        <Part title="This browser">
          <div className="flex items-center justify-between gap-4">
            <span className="font-medium">Theme</span>
            <ThemeSwitch />
          </div>
          <Checkbox
            label="Keyboard shortcuts"
            hint="Single keys such as / and j. Switch them off if they get in the way of a screen reader or of voice control; ? shows them all."
            checked={keysOn}
            onChange={(event) => setKeysOn(event.target.checked)}
          />
        </Part>
        <Part title="Password">
          <ChangePassword />
        </Part>
        <Part title="Where you are signed in">
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

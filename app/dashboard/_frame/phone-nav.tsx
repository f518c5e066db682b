'use client';

import { Sheet, SheetRoot } from '@/app/_ui/dialog';
import { ThemeSwitch } from '@/app/_ui/theme';
import { Nav } from './nav';

interface Props {
  readonly open: boolean;
  readonly onOpenChange: (open: boolean) => void;
}

export function PhoneNav({ open, onOpenChange }: Props) {
  return (
    <SheetRoot open={open} onOpenChange={onOpenChange}>
      <Sheet title="Navigation" side="start">
        <div className="grid gap-6">
          <Nav onNavigate={() => onOpenChange(false)} />
          <div>
            <ThemeSwitch />
          </div>
        </div>
      </Sheet>
    </SheetRoot>
  );
}

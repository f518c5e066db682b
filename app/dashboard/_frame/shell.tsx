'use client';

import { usePathname } from 'next/navigation';
import { type ReactNode, useCallback, useState } from 'react';
import { IconButton } from '@/app/_ui/button';
import { StaleDataWarning } from '@/app/_ui/error-state';
import { Menu as MenuIcon, Search } from '@/app/_ui/icons';
import { IntentLink } from '@/app/_ui/intent-link';
import { loadOnFirstOpen } from '@/app/_ui/load-on-first-open';
import { NetworkBar } from '@/app/_ui/network';
import { SkipLink } from '@/app/_ui/skip-link';
import { ThemeSwitch } from '@/app/_ui/theme';
import { relativeTime } from '@/app/_ui/time-text';
import { Toaster } from '@/app/_ui/toast';
import type { DashboardFrameResponse } from '@/lib/http/merchant/frame-response';
import { isStale } from '../_chain/is-stale';
import { useFactorAnswer } from '../_data/retry-with-factor';
import { LiveUpdatesLostNote } from '../_live/live-updates';
import { LazyPalette, PaletteButton, usePaletteKey } from '../_palette/open-palette';
import { useFrame, useOnlyNetwork } from './frame';
import { MerchantMenu } from './merchant-menu';
import { Nav } from './nav';
import { HEALTH, HOME } from './paths';
import { useShortcuts, useShortcutsEnabled } from './shortcuts';
import { usePendingLeaveQuestion } from './unsaved';

const PhoneNav = loadOnFirstOpen(async () => (await import('./phone-nav')).PhoneNav);
const ShortcutList = loadOnFirstOpen(async () => (await import('./shortcut-list')).ShortcutList);

export function Shell({ children }: { children: ReactNode }) {
  const network = useOnlyNetwork();
  const [shortcutsOn, setShortcutsOn] = useShortcutsEnabled();
  const [listOpen, setListOpen] = useState(false);
  const openList = useCallback(() => setListOpen(true), []);
  useShortcuts(shortcutsOn, openList);
  const [paletteOpen, setPaletteOpen] = useState(false);
  const openPalette = useCallback(() => setPaletteOpen(true), []);
  usePaletteKey(openPalette);
  return (
    <>
      <SkipLink />
      {network && <NetworkBar network={network} />}
      <div className="min-h-dvh lg:grid lg:grid-cols-[13rem_minmax(0,1fr)]">
        <PhoneBar onShowShortcuts={openList} onShowPalette={openPalette} />
        <aside className="sticky top-0 hidden h-dvh flex-col gap-4 overflow-y-auto border-e bg-ledger px-3 pt-4 pb-4 lg:flex">
          <MerchantMenu onShowShortcuts={openList} />
          <PaletteButton onOpen={openPalette} />
          <div className="flex-1">
            <Nav />
          </div>
          <div className="grid gap-4 px-2.5">
            <div>
              <ThemeSwitch />
            </div>
            <SignedInUser />
          </div>
        </aside>
        <main
          id="main"
          tabIndex={-1}
          className="mx-auto grid w-full max-w-content content-start gap-5 px-4 pt-5 pb-16 outline-none sm:px-8 lg:pt-7"
        >
          <ChainBar />
          {children}
          <LiveUpdatesLostNote />
        </main>
      </div>
      <LazyPalette open={paletteOpen} onOpenChange={setPaletteOpen} />
      <LeaveGuard />
      <FactorQuestion />
      <Toaster />
      <ShortcutList
        open={listOpen}
        onOpenChange={setListOpen}
        enabled={shortcutsOn}
        onEnable={setShortcutsOn}
      />
    </>
  );
}

function SignedInUser() {
  const { name, email, role } = useFrame();
  return (
    <p className="flex min-w-0 items-center gap-2 text-ink-2 text-small">
      <span
        aria-hidden
        className="grid size-6 shrink-0 place-items-center rounded-full border bg-surface font-semibold text-ink uppercase"
      >
        {initialsOf(name ?? email)}
      </span>
      <span className="truncate" title={email}>
        {name ?? email},
      </span>
      <span className="shrink-0">{role}</span>
    </p>
  );
}

/** Returns the initials of a name's first and last word, or an e-mail address's first letter. */
function initialsOf(name: string): string {
  const words = name.includes('@') ? [name] : name.split(/\s+/);
  const ends = words.length > 1 ? [words[0], words.at(-1)] : words;
  return ends.map((word = '') => [...word][0]).join('');
}

interface PhoneBarProps {
  readonly onShowShortcuts: () => void;
  readonly onShowPalette: () => void;
}

function PhoneBar({ onShowShortcuts, onShowPalette }: PhoneBarProps) {
  const [open, setOpen] = useState(false);
  return (
    <div className="flex items-center gap-2 border-b bg-ledger px-2 py-1.5 lg:hidden">
      <div className="min-w-0 flex-1">
        <MerchantMenu onShowShortcuts={onShowShortcuts} />
      </div>
      <IconButton label="Command palette" className="size-10" onClick={onShowPalette}>
        <Search aria-hidden />
      </IconButton>
      <IconButton
        label="Navigation"
        className="size-10"
        aria-haspopup="dialog"
        aria-expanded={open}
        onClick={() => setOpen(true)}
      >
        <MenuIcon aria-hidden />
      </IconButton>
      <PhoneNav open={open} onOpenChange={setOpen} />
    </div>
  );
}

/** These pages show the state of the chains themselves. */
const PAGES_WITH_CHAINS: readonly string[] = [HOME, HEALTH];

/** Warns if a chain has not been read for a while. */
function ChainBar() {
  const stale = useFrame(staleChains);
  const pathname = usePathname();
  if (stale.length === 0 || PAGES_WITH_CHAINS.includes(pathname)) return null;
  return (
    <div className="grid gap-2">
      {stale.map(({ network, read }) => (
        <StaleDataWarning key={network}>
          The {network} chain <span aria-live="off">{read}</span>. Confirmations may be late.
          Payments do not expire until the chain is read again.{' '}
          <IntentLink href={HEALTH} className="underline">
            Health
          </IntentLink>
        </StaleDataWarning>
      ))}
    </div>
  );
}

/** Returns the chains that have not been read for a while, with the time of their last read. */
function staleChains({ chains, now: at }: DashboardFrameResponse) {
  const now = Date.parse(at);
  return chains.flatMap(({ network, read_at: readAt, failing_since: failingSince }) => {
    if (readAt === null) return failingSince ? [{ network, read: 'has not been read yet' }] : [];
    if (!isStale(readAt, now)) return [];
    return [{ network, read: `was last read ${relativeTime(new Date(readAt), now)}` }];
  });
}

const LeaveQuestion = loadOnFirstOpen(async () => (await import('./leave-dialog')).LeaveDialog);

const FactorDialog = loadOnFirstOpen(async () => (await import('./factor-dialog')).FactorDialog);

function FactorQuestion() {
  const answer = useFactorAnswer();
  return (
    <FactorDialog
      open={answer !== undefined}
      onOpenChange={(open) => open || answer?.(false)}
      onConfirmed={() => answer?.(true)}
    />
  );
}

/** Asks before the user leaves the page in any way that loses unsaved input. */
function LeaveGuard() {
  const [leaving, withdraw] = usePendingLeaveQuestion();
  const onConfirm = () => {
    withdraw();
    leaving?.go();
  };
  return (
    <LeaveQuestion
      open={leaving !== undefined}
      onOpenChange={withdraw}
      loss={leaving?.loss ?? 'form'}
      confirm={leaving?.confirm ?? ''}
      onConfirm={onConfirm}
    />
  );
}

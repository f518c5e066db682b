'use client';

import clsx from 'clsx';
import { useEffect, useState } from 'react';
import { createPortal } from 'react-dom';
import { Button, IconButton } from './button';
import { X } from './icons';
import { mainLandmark } from './main-landmark';
import { createSharedValue } from './shared-value';

interface Toast {
  readonly nth: number;
  readonly title: string;
  readonly description?: string | undefined;
  /** Opens in a new tab. A toast with a link stays until it is dismissed. */
  readonly link?: { readonly href: string; readonly label: string } | undefined;
  /** Undoes the action. A toast with this button stays longer than plain text. */
  readonly undo?: (() => void) | undefined;
  readonly hasFailed: boolean;
}

const SHOWN_MS = 5_000;
/** Users need more time to read an error or to undo an action. */
const LONG_SHOWN_MS = 10_000;
const MAX_TOASTS = 3;

const shown = createSharedValue<readonly Toast[]>([]);
let count = 0;

const remove = (nth: number) => shown.set(shown.get().filter((toast) => toast.nth !== nth));

/** The pressed button disappears with the toast, so the main content gets the focus. */
function dismiss(nth: number): void {
  mainLandmark()?.focus();
  remove(nth);
}

type More = Pick<Toast, 'description' | 'link' | 'undo'>;

const add =
  (hasFailed: boolean) =>
  (title: string, more: More = {}) => {
    if (more.link && shown.get().some((toast) => toast.title === title)) return;
    count += 1;
    const others = shown.get().filter((toast) => toast.title !== title);
    shown.set([...others, { nth: count, title, hasFailed, ...more }].slice(-MAX_TOASTS));
  };

/** Reports the result of a user's action. A text that is already on screen is not repeated. */
export const toast = {
  success: add(false),
  error: add(true),
  withdraw: (title: string) => {
    const left = shown.get().filter((toast) => toast.title !== title);
    if (left.length < shown.get().length) shown.set(left);
  },
};

/** The toast elements of the open dialogs. The topmost dialog's element is the last one. */
const places = createSharedValue<readonly HTMLElement[]>([]);

function addPlace(place: HTMLElement | null) {
  if (!place) return;
  places.set([...places.get(), place]);
  return () => places.set(places.get().filter((one) => one !== place));
}

/**
 * Holds toasts in a modal dialog. The dialog traps the focus, so the keyboard could not reach a
 * link in a toast outside.
 */
export function DialogToastSlot() {
  return <div ref={addPlace} />;
}

/** Rendered once, in the frame of the dashboard. */
export function Toaster() {
  const toasts = shown.useValue();
  const place = places.useValue().at(-1);
  // Toasts move into a dialog only for a toast with a link, because moving shows them twice.
  const isInDialog = place !== undefined && toasts.some(({ link }) => link);
  const all = (
    <section
      aria-label="Notifications"
      aria-live="polite"
      className="pointer-events-none fixed inset-x-4 bottom-4 z-50 ms-auto grid max-w-[22rem] gap-2 sm:inset-x-6 sm:bottom-6"
    >
      {toasts.map((one) => (
        <Shown key={one.nth} toast={one} isAlert={isInDialog} />
      ))}
    </section>
  );
  return isInDialog ? createPortal(all, place) : all;
}

interface ShownProps {
  readonly toast: Toast;
  /**
   * Whether the toast is an alert. If a live region and its text appear together, screen readers
   * read the text only in an alert.
   */
  readonly isAlert: boolean;
}

/** A toast stays while the pointer or the focus is on it. */
function Shown({ toast, isAlert }: ShownProps) {
  const { nth, title, description, link, undo, hasFailed } = toast;
  const shownMs = hasFailed || undo ? LONG_SHOWN_MS : SHOWN_MS;
  const [held, setHeld] = useState(false);
  useEffect(() => {
    if (held || link) return;
    const timer = setTimeout(() => remove(nth), shownMs);
    return () => clearTimeout(timer);
  }, [held, link, nth, shownMs]);
  const hold = () => setHeld(true);
  const release = () => setHeld(false);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the handlers only pause the toast's timer
    <div
      role={isAlert ? 'alert' : undefined}
      onPointerEnter={hold}
      onPointerLeave={release}
      onFocus={hold}
      onBlur={release}
      className={clsx(
        'pointer-events-auto flex items-start gap-3 rounded-slip border border-float-border bg-surface p-4 text-ui shadow-float motion-safe:animate-rise-in',
        hasFailed ? 'text-failed' : 'text-ink',
      )}
    >
      <div className="min-w-0 flex-1 wrap-anywhere">
        <p className="font-medium">{title}</p>
        {description && <p className="text-ink-2">{description}</p>}
        {link && (
          <a href={link.href} target="_blank" className="text-accent underline" rel="noopener">
            {link.label}
          </a>
        )}
      </div>
      {undo && (
        <Button
          size="small"
          onClick={() => {
            dismiss(nth);
            undo();
          }}
        >
          Undo
        </Button>
      )}
      <IconButton
        label="Dismiss"
        className="-my-1 -me-1 pointer-coarse:-my-3 pointer-coarse:-me-3"
        onClick={() => dismiss(nth)}
      >
        <X aria-hidden />
      </IconButton>
    </div>
  );
}

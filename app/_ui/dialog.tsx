'use client';

import clsx from 'clsx';
import { Dialog as Radix } from 'radix-ui';
import { type ReactNode, type RefObject, useRef, useState } from 'react';
import { Button, IconButton } from './button';
import { X } from './icons';
import { mainLandmark } from './main-landmark';
import { DialogToastSlot } from './toast';

/** A shadow in the light theme, a border in the dark theme. */
export const FLOATING_CLASSES =
  'rounded-slip border border-float-border bg-surface text-ink shadow-float outline-none';

const OVERLAY_CLASSES =
  'fixed inset-0 z-40 bg-[rgb(13_19_17/0.4)] motion-safe:data-[state=open]:animate-fade-in';

export const DialogRoot = Radix.Root;
export const DialogTrigger = Radix.Trigger;
export const DialogClose = Radix.Close;

/**
 * When a dialog closes, returns the focus to the element that had it before. The focus of a menu
 * item returns to the menu's button. If the element is gone, the main content gets the focus.
 *
 * @param first the element to focus when the dialog opens; by default the first control
 */
function useReturnOfFocus(first?: RefObject<HTMLElement | null>) {
  const opener = useRef<HTMLElement | null>(null);
  return {
    onOpenAutoFocus: (event: Event) => {
      const focused = document.activeElement;
      const menu = focused?.closest('[role="menu"]');
      const button = menu && document.getElementById(menu.getAttribute('aria-labelledby') ?? '');
      // The active element is the body if no element has the focus.
      const isElse = focused instanceof HTMLElement && focused !== document.body;
      opener.current = button ?? (isElse ? focused : null);
      if (!first) return;
      event.preventDefault();
      first.current?.focus();
    },
    onCloseAutoFocus: (event: Event) => {
      event.preventDefault();
      const back = opener.current?.isConnected ? opener.current : mainLandmark();
      back?.focus();
    },
  };
}

interface DialogProps {
  readonly title: ReactNode;
  /** Screen readers read it together with the title. */
  readonly description?: ReactNode;
  readonly children?: ReactNode;
  /** The confirming button comes last. */
  readonly actions?: ReactNode;
  /** The element to focus when the dialog opens; by default the first control. */
  readonly focusFirst?: RefObject<HTMLElement | null>;
  /**
   * Whether only the buttons close the dialog. Set it during a request, and for content that is
   * shown only once.
   */
  readonly stays?: boolean;
  readonly className?: string | undefined;
}

export function Dialog(props: DialogProps) {
  const { title, description, children, actions, focusFirst, stays, className } = props;
  const focus = useReturnOfFocus(focusFirst);
  return (
    <Radix.Portal>
      <Radix.Overlay className={OVERLAY_CLASSES} />
      <Radix.Content
        {...focus}
        onInteractOutside={stays ? preventClose : unlessToast}
        {...(stays && { onEscapeKeyDown: preventClose })}
        {...(!description && { 'aria-describedby': undefined })}
        className={clsx(
          FLOATING_CLASSES,
          'fixed inset-x-0 top-[max(5vh,16px)] z-40 mx-auto flex max-h-[90dvh] w-[calc(100%-32px)] max-w-[30rem] flex-col',
          'motion-safe:data-[state=open]:animate-rise-in',
          className,
        )}
      >
        <div className="flex items-start justify-between gap-4 px-6 pt-5 pb-2">
          <Radix.Title className="text-section">{title}</Radix.Title>
          <Radix.Close asChild>
            <IconButton label="Close" className={clsx('-me-1.5', stays && 'invisible')}>
              <X aria-hidden />
            </IconButton>
          </Radix.Close>
        </div>
        {/* The padding leaves room for focus rings, which the scroll container would clip. */}
        <div className="grid gap-4 overflow-y-auto px-6 pt-1 pb-5">
          {description && (
            <Radix.Description className="text-ink-2">{description}</Radix.Description>
          )}
          {children}
        </div>
        {actions && (
          <div className="flex flex-wrap justify-end gap-2 border-t px-6 py-4">{actions}</div>
        )}
        <DialogToastSlot />
      </Radix.Content>
    </Radix.Portal>
  );
}

const preventClose = (event: Event) => event.preventDefault();

/** Keeps the dialog open on a click in a toast, which may explain how to continue in the dialog. */
function unlessToast(event: Event): void {
  if (event.target instanceof Element && event.target.closest('[aria-live]')) preventClose(event);
}

interface ConfirmProps {
  readonly title: string;
  readonly description: string;
  readonly children?: ReactNode;
  readonly confirm: string;
  readonly variant?: 'primary' | 'danger';
  readonly dismiss?: string;
  readonly busy: boolean;
}

interface ConfirmDialogProps extends ConfirmProps {
  readonly trigger: ReactNode;
  /** Must call `close` once the action is done. */
  readonly onConfirm: (close: () => void) => void;
}

export function ConfirmDialog({ trigger, onConfirm, ...question }: ConfirmDialogProps) {
  const [open, setOpen] = useState(false);
  return (
    <DialogRoot open={open} onOpenChange={setOpen}>
      <DialogTrigger asChild>{trigger}</DialogTrigger>
      <ConfirmDialogContent {...question} onConfirm={() => onConfirm(() => setOpen(false))} />
    </DialogRoot>
  );
}

interface QuestionProps extends ConfirmProps {
  readonly onConfirm: () => void;
}

/** A confirmation without its own button, opened for example by a menu item. */
export function ConfirmDialogContent(props: QuestionProps) {
  const { variant = 'danger', dismiss = 'Cancel' } = props;
  return (
    <Dialog
      title={props.title}
      description={props.description}
      actions={
        <>
          <DialogClose asChild>
            <Button>{dismiss}</Button>
          </DialogClose>
          <Button variant={variant} busy={props.busy} onClick={props.onConfirm}>
            {props.confirm}
          </Button>
        </>
      }
    >
      {props.children}
    </Dialog>
  );
}

export const SheetRoot = Radix.Root;
export const SheetClose = Radix.Close;

interface SheetProps {
  readonly title: ReactNode;
  readonly children: ReactNode;
  /** `end` for details, `start` for navigation, `bottom` for phones. */
  readonly side?: 'start' | 'end' | 'bottom';
}

const SIDES = {
  start: 'inset-y-0 start-0 w-[min(18rem,88vw)] rounded-none!',
  end: 'inset-y-0 end-0 w-[min(35rem,100vw)] rounded-none!',
  bottom: 'inset-x-0 bottom-0 max-h-[88dvh] rounded-b-none!',
} as const;

export function Sheet({ title, children, side = 'end' }: SheetProps) {
  const focus = useReturnOfFocus();
  return (
    <Radix.Portal>
      <Radix.Overlay className={OVERLAY_CLASSES} />
      <Radix.Content
        {...focus}
        onInteractOutside={unlessToast}
        aria-describedby={undefined}
        className={clsx(
          FLOATING_CLASSES,
          'fixed z-40 flex flex-col motion-safe:data-[state=open]:animate-fade-in',
          SIDES[side],
        )}
      >
        <div className="flex items-center justify-between gap-4 border-b px-5 py-3">
          <Radix.Title className="text-section">{title}</Radix.Title>
          <Radix.Close asChild>
            <IconButton label="Close">
              <X aria-hidden />
            </IconButton>
          </Radix.Close>
        </div>
        <div className="min-h-0 flex-1 overflow-y-auto p-5">{children}</div>
        <DialogToastSlot />
      </Radix.Content>
    </Radix.Portal>
  );
}

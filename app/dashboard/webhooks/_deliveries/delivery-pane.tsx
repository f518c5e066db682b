'use client';

import { type RefObject, useEffect, useEffectEvent, useRef, useSyncExternalStore } from 'react';
import { IconButton } from '@/app/_ui/button';
import { Sheet, SheetRoot } from '@/app/_ui/dialog';
import { ChevronLeft, ChevronRight, X } from '@/app/_ui/icons';
import { isBehindDialog } from '@/app/_ui/is-behind-dialog';
import { DeliveryDetail } from './delivery-detail';

interface Props {
  readonly id: string;
  /** Undefined at the ends of the list. */
  readonly previous: string | undefined;
  readonly next: string | undefined;
  readonly onOpen: (id: string) => void;
  readonly onClose: () => void;
}

export function DeliveryPane(props: Props) {
  const { id, onClose } = props;
  const wide = useWide();
  const content = useRef<HTMLDivElement>(null);
  useArrowKeys(content, props);
  useReturnToRow(id);
  if (wide === undefined) return null;
  if (!wide) {
    return (
      <SheetRoot open onOpenChange={(open) => !open && onClose()}>
        <Sheet title="Delivery" side="bottom">
          <div ref={content} className="grid grid-cols-[minmax(0,1fr)] gap-4">
            <Neighbours {...props} />
            <DeliveryDetail key={id} id={id} />
          </div>
        </Sheet>
      </SheetRoot>
    );
  }
  return <Pane {...props} />;
}

/** If the pane had the focus when it closed, focuses the delivery's row. */
function useReturnToRow(id: string): void {
  const focusRow = useEffectEvent(() => {
    if (document.activeElement !== document.body) return;
    document.querySelector<HTMLElement>(`[data-delivery="${id}"]`)?.focus();
  });
  useEffect(() => () => focusRow(), []);
}

function Pane(props: Props) {
  const pane = useRef<HTMLElement>(null);
  const { id, onClose } = props;
  // biome-ignore lint/correctness/useExhaustiveDependencies: scroll to the top for another delivery
  useEffect(() => {
    if (pane.current) pane.current.scrollTop = 0;
  }, [id]);
  return (
    <aside
      ref={pane}
      aria-label="Delivery"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable regions must be reachable by keyboard
      tabIndex={0}
      className="sticky top-4 max-h-[calc(100dvh-2rem)] overflow-y-auto rounded-slip border bg-surface"
    >
      <div className="sticky top-0 z-1 flex items-center justify-between gap-3 border-b bg-surface px-4 py-2">
        <h2 className="text-section">Delivery</h2>
        <div className="flex items-center gap-1">
          <Neighbours {...props} />
          <IconButton label="Close" onClick={onClose}>
            <X aria-hidden />
          </IconButton>
        </div>
      </div>
      <div className="p-4">
        <DeliveryDetail key={id} id={id} />
      </div>
    </aside>
  );
}

function Neighbours({ previous, next, onOpen }: Props) {
  return (
    <div className="flex gap-1">
      <IconButton
        label="Previous delivery"
        disabled={!previous}
        onClick={() => previous && onOpen(previous)}
      >
        <ChevronLeft aria-hidden />
      </IconButton>
      <IconButton label="Next delivery" disabled={!next} onClick={() => next && onOpen(next)}>
        <ChevronRight aria-hidden />
      </IconButton>
    </div>
  );
}

/**
 * Arrow keys open the neighboring deliveries and Escape closes the pane, except in controls that
 * use these keys.
 */
function useArrowKeys(content: RefObject<Element | null>, props: Props): void {
  const { previous, next, onOpen, onClose } = props;
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
      if (event.target instanceof HTMLElement && event.target.matches(USES_ARROW_KEYS)) return;
      if (isBehindDialog(content.current)) return;
      const wanted =
        event.key === 'ArrowLeft' ? previous : event.key === 'ArrowRight' ? next : undefined;
      if (wanted) onOpen(wanted);
      else if (event.key === 'Escape') onClose();
      else return;
      event.preventDefault();
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, [content, previous, next, onOpen, onClose]);
}

const USES_ARROW_KEYS = 'input, select, textarea, [role="tab"], [role="radio"]';

const WIDE = '(min-width: 64rem)';

/** Whether a pane fits next to the list; undefined on the server. */
function useWide(): boolean | undefined {
  return useSyncExternalStore(subscribe, () => window.matchMedia(WIDE).matches, unknown);
}

function subscribe(onChange: () => void): () => void {
  const query = window.matchMedia(WIDE);
  query.addEventListener('change', onChange);
  return () => query.removeEventListener('change', onChange);
}

const unknown = () => undefined;

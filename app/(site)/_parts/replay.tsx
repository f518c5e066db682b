'use client';

import { useEffect, useRef, useState } from 'react';
import { Amount } from '@/app/_ui/amount';
import { Button } from '@/app/_ui/button';
import { PaymentBadge, paymentBadgeStyle } from '@/app/_ui/status-badge';
import { confirmationCells } from '@/app/_ui/strip-places';
import { BlockStrip } from './block-strip';
import {
  frameCaption,
  newestBlockHeight,
  type PaymentRecording,
  type ReplayFrame,
} from './replay-frames';

const FRAME_MS = 2_600;

/**
 * Replays a recorded payment block by block, but only while it is visible and the user allows
 * motion.
 */
export function Replay({ recording }: { recording: PaymentRecording }) {
  const { frames, required_confirmations: required, amount_sats: sats } = recording;
  const { ref, step, playing, toggle } = usePlayer();
  // Starts with the last frame, so that users without animation see the whole payment.
  const place = (step + frames.length - 1) % frames.length;
  const frame = frames[place];
  if (!frame) return null;
  return (
    <figure ref={ref} className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <div className={`tone-${paymentBadgeStyle(frame).tone}`}>
        {/* A new key for each round remounts the strip, so that the return to the first frame
            is not animated. */}
        <Strip key={Math.floor((step - 1) / frames.length)} frame={frame} required={required} />
      </div>
      <figcaption className="grid gap-2 sm:grid-cols-[minmax(0,1fr)_auto] sm:items-start">
        {/* Fits the longest text, because a changing height would move the page below. */}
        <div className="grid min-h-32 content-start gap-1 sm:min-h-20 lg:min-h-14">
          <p className="flex flex-wrap items-center gap-x-3 text-ink-2 text-small">
            <PaymentBadge status={frame.status} flags={frame.flags} />
            <Amount sats={sats} />
            {frame.events.map((type) => (
              <span key={type}>
                <code className="mono">{type}</code> sent
              </span>
            ))}
          </p>
          <p className="text-body">{frameCaption(frame, required)}</p>
        </div>
        <Button size="small" className="justify-self-start max-sm:order-first" onClick={toggle}>
          {playing ? 'Pause' : 'Play'}
          <span className="sr-only"> the replay</span>
        </Button>
      </figcaption>
    </figure>
  );
}

function Strip({ frame, required }: { readonly frame: ReplayFrame; readonly required: number }) {
  const newest = newestBlockHeight(frame);
  const paid = frame.status !== 'pending';
  const own = paid
    ? confirmationCells(
        { covered_height: frame.covered_height, required_confirmations: required },
        newest,
      )
    : [];
  return (
    <BlockStrip
      label="Blocks of the replay, oldest first"
      columns={frame.blocks.map(({ height, id }) => ({
        height,
        hash: String(id),
        fill: own.some(({ at }) => at === height - newest) ? 1 : 0,
        text: `Block ${height}`,
      }))}
      due={own
        .filter(({ filled }) => !filled)
        .map(({ at }) => ({ height: newest + at, text: `Block ${newest + at}, still to come` }))}
    >
      <div className="strip-mempool is-open">
        <p>Mempool</p>
        {paid && frame.covered_height === null && <p className="text-ink">Unconfirmed</p>}
      </div>
    </BlockStrip>
  );
}

function usePlayer() {
  const ref = useRef<HTMLElement>(null);
  const [step, setStep] = useState(0);
  const [visible, setVisible] = useState(false);
  const [playing, setPlaying] = useState(false);
  useEffect(() => {
    setPlaying(!matchMedia('(prefers-reduced-motion: reduce)').matches);
    if (!ref.current) return;
    const observer = new IntersectionObserver(([entry]) =>
      setVisible(entry?.isIntersecting ?? false),
    );
    observer.observe(ref.current);
    return () => observer.disconnect();
  }, []);
  const running = visible && playing;
  useEffect(() => {
    if (!running) return;
    const timer = setInterval(() => !document.hidden && setStep((now) => now + 1), FRAME_MS);
    return () => clearInterval(timer);
  }, [running]);
  return { ref, step, playing, toggle: () => setPlaying((now) => !now) };
}

'use client';

import { decodeQR } from 'qr/decode.js';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { Tally } from '@/app/_ui/tally';
import { addFrame, NO_FRAMES, scanProgress } from './scanned-frames';

const INTERVAL_MS = 100;
/** Camera images are scaled down to this size, which is enough to read a QR code on a screen. */
const MAX_SIDE = 960;

interface Props {
  /** Asks the server whether these codes form a complete file. */
  readonly isWhole: (text: string) => Promise<boolean>;
  readonly onText: (text: string) => void;
}

/** Reads QR codes until they form a complete file. Camera images never leave the browser. */
export default function Camera({ isWhole, onText }: Props) {
  const video = useRef<HTMLVideoElement>(null);
  const [scanned, setScanned] = useState(NO_FRAMES);
  const [failure, setFailure] = useState<string>();
  const add = useEffectEvent((code: string) => setScanned((before) => addFrame(before, code)));
  useEffect(() => {
    const element = video.current;
    if (!element) return;
    const stop = new AbortController();
    openCamera(element, stop.signal).then(
      () => readCodes(element, stop.signal, (code) => add(code)),
      (error: unknown) => !stop.signal.aborted && setFailure(reasonOf(error)),
    );
    return () => stop.abort();
  }, []);
  const finish = useEffectEvent(async (text: string, isSure: boolean) => {
    if (isSure || (await isWhole(text))) onText(text);
  });
  useEffect(() => {
    const state = scanProgress(scanned);
    if (state !== 'some') void finish(scanned.frames.join('\n'), state === 'all');
  }, [scanned]);
  if (failure) {
    return (
      <p role="alert" className="font-medium text-failed">
        {failure}
      </p>
    );
  }
  const { frames, total } = scanned;
  return (
    <div className="grid gap-2">
      <video
        ref={video}
        muted
        playsInline
        aria-label="Camera"
        className="aspect-square w-full max-w-96 rounded-control bg-ledger object-cover"
      />
      <p className="flex items-center gap-3 text-ink-2" role="status">
        {total > 1 && (
          <Tally
            filled={Math.min(frames.length, total)}
            required={total}
            tone="confirmed"
            label="codes read"
          />
        )}
        {total > 1
          ? `${frames.length} codes read. Keep the camera on the device.`
          : 'Hold the QR code of your wallet in front of the camera.'}
      </p>
    </div>
  );
}

async function openCamera(video: HTMLVideoElement, signal: AbortSignal): Promise<void> {
  const stream = await navigator.mediaDevices.getUserMedia({
    video: { facingMode: 'environment' },
  });
  const stop = () => {
    for (const track of stream.getTracks()) track.stop();
  };
  signal.addEventListener('abort', stop);
  if (signal.aborted) return stop();
  video.srcObject = stream;
  await video.play();
}

function readCodes(video: HTMLVideoElement, signal: AbortSignal, onCode: (code: string) => void) {
  const canvas = document.createElement('canvas');
  const timer = setInterval(() => {
    const code = codeIn(video, canvas);
    if (code !== undefined) onCode(code);
  }, INTERVAL_MS);
  signal.addEventListener('abort', () => clearInterval(timer));
}

function codeIn(video: HTMLVideoElement, canvas: HTMLCanvasElement): string | undefined {
  const { videoWidth, videoHeight } = video;
  const context = canvas.getContext('2d', { willReadFrequently: true });
  if (!context || videoWidth === 0) return undefined;
  const scale = Math.min(1, MAX_SIDE / Math.max(videoWidth, videoHeight));
  canvas.width = Math.round(videoWidth * scale);
  canvas.height = Math.round(videoHeight * scale);
  context.drawImage(video, 0, 0, canvas.width, canvas.height);
  try {
    return decodeQR(context.getImageData(0, 0, canvas.width, canvas.height));
  } catch {
    // Most images contain no readable code.
    return undefined;
  }
}

function reasonOf(error: unknown): string {
  if (!navigator.mediaDevices)
    return 'Browsers open the camera over https only. Use a file instead.';
  const isDenied = error instanceof DOMException && error.name === 'NotAllowedError';
  return isDenied
    ? 'The browser did not allow the camera. Allow it for this page and load the page again, or use a file.'
    : 'No camera can be opened. Close other programs that use it, or use a file.';
}

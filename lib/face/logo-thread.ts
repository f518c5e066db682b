import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { imageSize } from 'image-size';
import { MAX_LOGO_BYTES, MAX_LOGO_SIDE_PX } from '@/lib/domain/branding';
import { invalidField, Problem } from '@/lib/domain/problems';
import { oncePerProcess, setProcessValue } from '@/lib/once-per-process';
import type { EncodedLogo } from './encode-logo';

const THREAD = 'logo thread';
const TYPES = ['png', 'jpg', 'webp'];
/** Time limit for encoding, far above what the largest allowed image takes. */
const LIMIT_MS = 10_000;
const RETRY_SECONDS = 5;

interface Thread {
  readonly file: URL;
  readonly limitMs: number;
  busy: boolean;
}

/** Sets the bundle of logo-worker.ts, without which this process cannot encode logos. */
export function setLogoWorkerFile(file: URL, limitMs = LIMIT_MS): void {
  setProcessValue(THREAD, { file, limitMs, busy: false } satisfies Thread);
}

/**
 * Encodes an uploaded image in a new thread, which ends afterwards. Decoding takes processor time
 * and memory, and a malformed image may crash the decoder.
 *
 * @throws Problem `invalid_request` unless the file is a PNG, JPEG or WebP of a reasonable size;
 *   `server_busy` while another image is being encoded, or when this one takes too long
 */
export async function encodeLogo(file: Uint8Array): Promise<EncodedLogo> {
  checkFile(file);
  const thread = oncePerProcess<Thread | undefined>(THREAD, () => undefined);
  if (!thread || thread.busy) {
    throw busy();
  }
  thread.busy = true;
  const worker = new Worker(thread.file, { workerData: file, env: {}, execArgv: [] });
  try {
    const signal = AbortSignal.timeout(thread.limitMs);
    const [encoded] = (await once(worker, 'message', { signal })) as [EncodedLogo];
    return encoded;
  } catch (error) {
    // A valid image takes this long only when the processor is busy.
    if (error instanceof Error && error.name === 'AbortError') throw busy();
    throw invalidImage('This image is damaged. Save it again, then upload it.');
  } finally {
    thread.busy = false;
    await worker.terminate();
  }
}

/** Checks the type and size of an image by its first bytes. */
function checkFile(file: Uint8Array): void {
  if (file.length > MAX_LOGO_BYTES) {
    throw invalidImage(`The file is larger than ${MAX_LOGO_BYTES / 1024} kB.`);
  }
  const { type = '', width, height } = sizeOf(file);
  if (/<svg[\s>]/i.test(Buffer.from(file.subarray(0, 1_024)).toString('latin1'))) {
    throw invalidImage('An SVG can contain scripts. Export the logo as PNG, then upload that.');
  }
  if (!TYPES.includes(type)) throw invalidImage('Use a PNG, JPEG or WebP image.');
  if (Math.max(width, height) > MAX_LOGO_SIDE_PX) {
    throw invalidImage(
      `The image has more than ${MAX_LOGO_SIDE_PX} pixels on a side. Make it smaller.`,
    );
  }
}

function sizeOf(file: Uint8Array): { type?: string; width: number; height: number } {
  try {
    return imageSize(file);
  } catch {
    return { width: 0, height: 0 };
  }
}

const busy = () =>
  new Problem('server_busy', 'The server is busy. Wait a few seconds, then try again.', {
    retryAfterSeconds: RETRY_SECONDS,
  });

const invalidImage = (message: string) => invalidField('/image', 'invalid_image', message);

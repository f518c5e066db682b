/** The QR codes of one file, in the order in which the camera read them. */
export interface ScannedFrames {
  readonly frames: readonly string[];
  /** How many codes the file has. */
  readonly total: number;
}

export const NO_FRAMES: ScannedFrames = { frames: [], total: 0 };

/** Adds a code. A code of another file replaces all earlier ones. */
export function addFrame(scanned: ScannedFrames, code: string): ScannedFrames {
  const frame = code.trim();
  if (frame === '' || scanned.frames.includes(frame)) return scanned;
  const { file, total } = placeOf(frame);
  const [first] = scanned.frames;
  const isSame = first !== undefined && placeOf(first).file === file;
  return { frames: isSame ? [...scanned.frames, frame] : [frame], total };
}

/**
 * Returns `all` once every code was read. Returns `maybe` for an animated UR (BCR-2020-005), of
 * which fewer codes may be enough; only the server knows.
 */
export function scanProgress({ frames, total }: ScannedFrames): 'some' | 'maybe' | 'all' {
  if (frames.length === 0 || frames.length < total) return 'some';
  const isFountain = total > 1 && /^ur:/i.test(frames[0] ?? '');
  return isFountain && frames.length < 3 * total ? 'maybe' : 'all';
}

function placeOf(frame: string): { readonly file: string; readonly total: number } {
  const [, type, count] = /^ur:([a-z0-9-]+)\/\d+-(\d+)\//i.exec(frame) ?? [];
  if (type) return { file: `${type} ${count}`.toLowerCase(), total: Number(count) };
  const bbqr = /^B\$[0-9A-Z]{4}/.exec(frame)?.[0];
  if (bbqr) return { file: bbqr, total: Number.parseInt(bbqr.slice(4), 36) };
  const numbered = /^p\d+of(\d+) /.exec(frame)?.[1];
  return numbered ? { file: `of ${numbered}`, total: Number(numbered) } : { file: frame, total: 1 };
}

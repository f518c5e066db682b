/** A body as it may be shown to people. */
export interface ReadableBody {
  readonly text: string;
  /** Bytes that were kept; a body may have had more. */
  readonly bytes: number;
}

/**
 * Bytes of a stranger as text: what is not UTF-8 or would act on a terminal or a line (control
 * and direction characters) shows as U+FFFD. Whoever shows it still escapes it for HTML.
 */
export function readableBody(bytes: Uint8Array): ReadableBody {
  const text = new TextDecoder('utf-8').decode(bytes);
  return { text: text.replace(UNSHOWN, '\u{fffd}'), bytes: bytes.length };
}

/** Cc but tab, line feed and carriage return; the marks that change the direction of text. */
const UNSHOWN = /[^\P{Cc}\t\n\r]|[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu;

export interface FoundDescriptor {
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

const FUNCTIONS = /(?<![\w(,{:])(?:pkh?|wpkh|sh|wsh|tr|rawtr|combo|addr|raw|sp)\s*\(/g;
/** Places in a text that are tried as the start of a descriptor. */
const MAX_STARTS = 100;
const MAX_DESCRIPTOR_LENGTH = 20_000;

/**
 * Returns the descriptors in a text, without the spaces and line breaks that mails and terminals
 * insert. Replaces `{0,1}`, an older notation, by `<0;1>`.
 */
export function findDescriptors(text: string): FoundDescriptor[] {
  const found: FoundDescriptor[] = [];
  const starts = new RegExp(FUNCTIONS);
  let left = MAX_STARTS;
  for (let start = starts.exec(text); start && left > 0; start = starts.exec(text)) {
    left -= 1;
    const end = endOf(text, start.index);
    if (end === undefined) continue;
    const whole = text.slice(start.index, end).replace(/\s+/g, '');
    const spelled = whole.replace(/\/\{(\d+),(\d+)\}/g, '/<$1;$2>');
    // The checksum was computed from the older notation, so it no longer matches.
    const descriptor = spelled === whole ? whole : spelled.replace(/#.*$/, '');
    found.push({ text: descriptor, start: start.index, end });
    starts.lastIndex = end;
  }
  return found;
}

function endOf(text: string, start: number): number | undefined {
  let depth = 0;
  const limit = Math.min(text.length, start + MAX_DESCRIPTOR_LENGTH);
  for (let at = start; at < limit; at += 1) {
    if (text[at] === '(') depth += 1;
    if (text[at] === ')') depth -= 1;
    if (text[at] === ')' && depth === 0) {
      return (
        at +
        1 +
        (/^\s*#\s*[0-9a-z]{8}(?![0-9a-z])|^#\w*/.exec(text.slice(at + 1, at + 30))?.[0].length ?? 0)
      );
    }
  }
  return undefined;
}

/** BIP 44 wallets derive change addresses on branch 1. */
export function isChangeDescriptor(descriptor: string): boolean {
  return /\/(?:1|<1;\d+>)\/\*/.test(descriptor);
}

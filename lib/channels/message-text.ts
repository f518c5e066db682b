export interface ChannelMessage {
  readonly title: string;
  readonly parts: readonly NoticePart[];
}

interface NoticePart {
  readonly subject: string;
  readonly body: string;
  readonly link: string | undefined;
}

export interface TextStyle {
  /**
   * Maximum length in UTF-8 bytes. A text never has more characters than bytes, so it also meets
   * the limit of a service that counts characters.
   */
  readonly maxBytes: number;
  readonly newLine?: string;
  readonly escape?: (text: string) => string;
  readonly bold?: (escaped: string) => string;
  readonly link?: (url: string) => string;
}

const same = (text: string) => text;
const MORE_BYTES = 64;

/**
 * Returns the text of a message, within the service's limit. A long body is cut. If there are too
 * many notifications, the text ends with the number of omitted ones.
 */
export function messageText(
  { title, parts }: ChannelMessage,
  style: TextStyle,
  hasTitle = true,
): string {
  const { maxBytes, newLine = '\n', escape: write = same, bold = same, link = same } = style;
  const head = hasTitle ? [bold(write(title))] : [];
  const linkOf = ({ link: url }: NoticePart) => (url === undefined ? [] : [link(url)]);
  const [only] = parts;
  if (only && parts.length === 1) {
    const tail = linkOf(only);
    const room = maxBytes - Buffer.byteLength([...head, '', ...tail].join(newLine));
    const body = cut(only.body, room, (text) => write(text).replaceAll('\n', newLine));
    return [...head, body, ...tail].join(newLine);
  }
  const blocks = parts.map((part) => [write(part.subject), ...linkOf(part)].join(newLine));
  const shown: string[] = [];
  for (const block of blocks) {
    const text = [...head, ...shown, block].join(newLine);
    if (Buffer.byteLength(text) > maxBytes - MORE_BYTES) break;
    shown.push(block);
  }
  const left = blocks.length - shown.length;
  const more = left > 0 ? [`and ${left} more`] : [];
  return [...head, ...shown, ...more].join(newLine);
}

function cut(text: string, maxBytes: number, write: (text: string) => string): string {
  const whole = write(text);
  if (Buffer.byteLength(whole) <= maxBytes) return whole;
  const end = '…';
  let shown = '';
  let left = maxBytes - Buffer.byteLength(end);
  for (const mark of text) {
    const written = write(mark);
    left -= Buffer.byteLength(written);
    if (left < 0) break;
    shown += written;
  }
  return shown + end;
}

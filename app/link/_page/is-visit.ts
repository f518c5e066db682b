/** Programs that identify themselves: search engines, and link previews in chats. */
const PROGRAM = /bot\b|crawl|spider|preview|facebookexternalhit|whatsapp|telegram|slurp/i;

/** Whether a person opened the page, and not a program or a prefetch. */
export function isVisit(headers: Headers): boolean {
  const purpose =
    headers.get('sec-purpose') ?? headers.get('purpose') ?? headers.get('x-moz') ?? '';
  if (/prefetch|prerender|preview/i.test(purpose)) return false;
  return !PROGRAM.test(headers.get('user-agent') ?? '');
}

/** Programs that say what they are: search engines, and the previews of links in chats. */
const PROGRAM = /bot\b|crawl|spider|preview|facebookexternalhit|whatsapp|telegram|slurp/i;

/** Whether somebody looks at a page: no program, no browser that loads it in case it is opened. */
export function isVisit(headers: Headers): boolean {
  const purpose =
    headers.get('sec-purpose') ?? headers.get('purpose') ?? headers.get('x-moz') ?? '';
  if (/prefetch|prerender|preview/i.test(purpose)) return false;
  return !PROGRAM.test(headers.get('user-agent') ?? '');
}

import type { LinkResponse } from '@/lib/http/links/link-response';
import type { KnownLink, LinkPageForm, SubmittedForm } from './client-responses';
import type { HttpReply, SendUntilFinal } from './exchange';

const HEADERS = {
  accept: 'text/html',
  'accept-language': 'en',
  'sec-fetch-site': 'same-origin',
  'user-agent': 'Mozilla/5.0',
};
const TOKEN = /name="token" value="(\w+)"/;

export class Browser {
  readonly #exchange: SendUntilFinal;
  /** The cookie for each path, and when it expires, in ms. */
  readonly #cookies = new Map<string, { readonly pair: string; readonly until: number }>();

  constructor(exchange: SendUntilFinal) {
    this.#exchange = exchange;
  }

  /** Opens a link's page. Returns the token of its form, or undefined if the page has no form. */
  async open(known: KnownLink): Promise<string | undefined> {
    const path = pathOf(known.link);
    const { answer, unanswered } = await this.#exchange(path, this.#init(path), ({ status }) =>
      status === 200 ? 'final' : isUnavailable(status),
    );
    known.asked += unanswered + 1;
    known.shown += 1;
    return TOKEN.exec(answer.text)?.[1];
  }

  async send(link: LinkResponse, form: LinkPageForm): Promise<SubmittedForm> {
    const path = pathOf(link);
    const { amount, note, token } = form;
    const fields = { token, ...(amount !== null && { amount }), ...(note !== null && { note }) };
    const init = { method: 'POST', body: new URLSearchParams(fields), ...this.#init(path) };
    const { answer, unanswered } = await this.#exchange(path, init, judgeClick);
    this.#keepCookie(answer);
    const [, checkoutId = null] = /\/pay\/(co_\w+)$/.exec(locationOf(answer)) ?? [];
    return { ...form, unanswered, checkoutId };
  }

  #init(path: string): RequestInit {
    const cookie = this.#cookies.get(path);
    const isKept = cookie && Date.now() < cookie.until;
    return { headers: { ...HEADERS, ...(isKept && { cookie: cookie.pair }) } };
  }

  #keepCookie({ headers }: HttpReply): void {
    const cookie = headers.get('set-cookie') ?? '';
    const [, pair, path, seconds] = /^(.+?); Path=(.+?); Max-Age=(\d+);/.exec(cookie) ?? [];
    if (pair && path)
      this.#cookies.set(path, { pair, until: Date.now() + Number(seconds) * 1_000 });
  }
}

const pathOf = ({ url }: LinkResponse) => new URL(url).pathname;
const locationOf = ({ headers }: HttpReply) => headers.get('location') ?? '';
const isUnavailable = (status: number) => (status === 503 ? 'later' : 'unexpected');

/**
 * The refusal of a form is final if its link is sold out or has too many unpaid payments. A form
 * that the server still processes must be sent again later.
 */
function judgeClick(answer: HttpReply): 'final' | 'later' | 'unexpected' {
  const { status, text } = answer;
  if (status === 303) return /\/pay\/co_\w+$/.test(locationOf(answer)) ? 'final' : 'unexpected';
  if (status === 429) return 'final';
  if (status === 409) return TOKEN.test(text) ? 'later' : 'final';
  return isUnavailable(status);
}

export interface FetchedPage {
  readonly status: number;
  readonly location: string | undefined;
  readonly text: string;
  readonly setCookies: readonly string[];
}

/** Imitates a browser's tab. It stores cookies and follows no redirects. */
export interface BrowserTab {
  readonly cookies: Map<string, string>;
  get(path: string, headers?: Readonly<Record<string, string>>): Promise<FetchedPage>;
  /** By default, the headers say that the form is on a page of this site. */
  post(
    path: string,
    form: Readonly<Record<string, string>> | FormData,
    headers?: Readonly<Record<string, string>>,
  ): Promise<FetchedPage>;
  /** Loads a page and submits its form with these values, like a browser without JavaScript. */
  submit(
    path: string,
    values: Readonly<Record<string, string>>,
    headers?: Readonly<Record<string, string>>,
  ): Promise<FetchedPage>;
}

export function openTab(site: string): BrowserTab {
  const cookies = new Map<string, string>();
  const send = async (path: string, init: RequestInit): Promise<FetchedPage> => {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const headers = { ...(init.headers as Record<string, string>), ...(cookie && { cookie }) };
    const response = await fetch(`${site}${path}`, { ...init, headers, redirect: 'manual' });
    const setCookies = response.headers.getSetCookie();
    for (const one of setCookies) keep(cookies, one);
    const location = response.headers.get('location') ?? undefined;
    return { status: response.status, location, setCookies, text: await response.text() };
  };
  const post: BrowserTab['post'] = (path, form, headers = {}) =>
    send(path, {
      method: 'POST',
      headers: { origin: site, ...headers },
      body: form instanceof FormData ? form : new URLSearchParams(form),
    });
  return {
    cookies,
    get: (path, headers = {}) => send(path, { headers }),
    post,
    submit: async (path, values, headers) => {
      const { text } = await send(path, headers ? { headers } : {});
      return post(path, fillForm(text, values), headers);
    },
  };
}

function keep(cookies: Map<string, string>, setCookie: string): void {
  const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(setCookie) ?? [];
  if (value === '' || /max-age=0/i.test(setCookie)) cookies.delete(name);
  else cookies.set(name, value);
}

export function fillForm(html: string, values: Readonly<Record<string, string>>): FormData {
  const form = new FormData();
  const [first = ''] = /<form[\s\S]*?<\/form>/.exec(html) ?? [];
  for (const [, name = '', value = ''] of hiddenFields(first)) form.append(name, value);
  for (const [name, value] of Object.entries(values)) form.set(name, value);
  return form;
}

function hiddenFields(html: string): string[][] {
  return [...html.matchAll(/<input type="hidden" name="([^"]*)"(?: value="([^"]*)")?/g)].map(
    ([whole, name = '', value = '']) => [whole, decodeEntities(name), decodeEntities(value)],
  );
}

function decodeEntities(text: string): string {
  return text.replaceAll('&quot;', '"').replaceAll('&#x27;', "'").replaceAll('&amp;', '&');
}

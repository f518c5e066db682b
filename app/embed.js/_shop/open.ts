import type { Embed, EmbedMessage, EmbedOptions, PaymentUpdate } from '@/sdk/src/embed';
import { type Dialog, makeDialog } from './dialog';

/** A payment page that this site may not frame never responds. */
const ANSWER_LIMIT_MS = 10_000;
/** The limit after the frame has loaded. The payment page's script has run by then. */
const ANSWER_AFTER_LOAD_MS = 1_000;

interface OpenDialog {
  /**
   * Removes the dialog.
   *
   * @returns a function that tells the shop that the dialog was closed
   */
  end(): () => void;
}

/** At most one dialog can be open. */
let opened: OpenDialog | undefined;

/**
 * See {@link Embed.open}.
 *
 * @throws TypeError if the URL is not http or https
 */
export const open: Embed['open'] = (checkoutUrl, options = {}) => {
  const url = new URL(checkoutUrl, location.href);
  if (!isWeb(url.href)) throw new TypeError(`${url.href} is not a URL of a payment page`);
  const tellClosed = opened?.end();
  try {
    const dialog = makeDialog(url.href, options.label || 'Bitcoin payment', () => close());
    const close = run(dialog, url, options);
    dialog.show();
    return { close };
  } catch {
    location.assign(url);
    return { close() {} };
  } finally {
    // Called last, because the shop's callback may open another dialog.
    tellClosed?.();
  }
};

/**
 * Handles messages from the payment page.
 *
 * @returns a function that closes the dialog
 */
function run(dialog: Dialog, { href, origin }: URL, options: EmbedOptions) {
  const { frame } = dialog;
  let last: PaymentUpdate | undefined;
  let isOpen = false;
  let limit = setTimeout(giveUp, ANSWER_LIMIT_MS);
  const forgetBack = onBack(close);

  const self: OpenDialog = {
    end() {
      opened = undefined;
      clearTimeout(limit);
      removeEventListener('message', hear);
      forgetBack();
      dialog.remove();
      return () => options.onClose?.(last);
    },
  };

  function close(): void {
    if (opened === self) self.end()();
  }

  function giveUp(): void {
    self.end();
    location.assign(href);
  }

  function hear(event: MessageEvent<EmbedMessage>): void {
    if (event.source !== frame.contentWindow || event.origin !== origin) return;
    const message = event.data;
    if (message.type === 'blocktally:ready') {
      say({ type: 'blocktally:hello', theme: dialog.theme() });
    } else if (message.type === 'blocktally:open') {
      isOpen = true;
      clearTimeout(limit);
      dialog.reveal(message);
    } else if (message.type === 'blocktally:status') note(message.payment);
    else if (message.type === 'blocktally:return') goBack(message.url);
    else if (message.type === 'blocktally:close') close();
  }

  function note(payment: PaymentUpdate): void {
    if (JSON.stringify(payment) === JSON.stringify(last)) return;
    last = payment;
    options.onStatus?.(payment);
  }

  function say(message: EmbedMessage): void {
    frame.contentWindow?.postMessage(message, origin);
  }

  /** Opens only http(s) URLs, because a `javascript:` URL could run a script in the shop's page. */
  function goBack(url: string): void {
    if (!isWeb(url)) return;
    self.end();
    if (options.onReturn) options.onReturn(url);
    else location.assign(url);
  }

  frame.onload = () => {
    if (isOpen) return;
    clearTimeout(limit);
    limit = setTimeout(giveUp, ANSWER_AFTER_LOAD_MS);
  };
  addEventListener('message', hear);
  opened = self;
  return close;
}

/**
 * Calls `call` on Back and Forward, because some shops change pages without loading them. Browsers
 * without the Navigation API also report a change of only the hash.
 *
 * @returns a function that stops listening
 */
function onBack(call: () => void): () => void {
  const [target, type] = window.navigation
    ? ([window.navigation, 'currententrychange'] as const)
    : ([window, 'popstate'] as const);
  const hear = ({ navigationType = 'traverse' }: Event & { navigationType?: string | null }) => {
    if (navigationType === 'traverse') call();
  };
  target.addEventListener(type, hear);
  return () => target.removeEventListener(type, hear);
}

const isWeb = (url: string) => /^https?:/i.test(url);

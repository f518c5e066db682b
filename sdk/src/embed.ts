import type { Payment } from './api.js';

/** What the customer sees of a payment. It is usually `pending` when the page opens. */
export type PaymentUpdate = Pick<Payment, 'status' | 'flags' | 'amount_sats' | 'received_sats'>;

/** The messages between the payment page in a frame and the page around it. */
export type EmbedMessage =
  /** The payment page sends this to its parent page once its script runs. It contains no data. */
  | { readonly type: 'blocktally:ready' }
  /**
   * The parent page's reply to `blocktally:ready`. The payment page sends all further messages only
   * to the origin of this reply. `theme` is the parent page's theme; default: the browser's theme.
   */
  | { readonly type: 'blocktally:hello'; readonly theme?: 'light' | 'dark' | undefined }
  /**
   * The payment page's first message to the origin of `blocktally:hello`, with the colors of the
   * dialog's button and bar.
   */
  | {
      readonly type: 'blocktally:open';
      readonly close_label: string;
      readonly language: string;
      /** A CSS color. */
      readonly background: string;
    }
  /**
   * The payment as the page shows it, sent after `blocktally:open` and after every change. Equal
   * messages may be repeated.
   */
  | { readonly type: 'blocktally:status'; readonly payment: PaymentUpdate }
  /** The customer returns to the shop, with a click or at the end of the countdown. */
  | { readonly type: 'blocktally:return'; readonly url: string }
  /** The customer has pressed Escape in the payment page. */
  | { readonly type: 'blocktally:close' };

export interface EmbedOptions {
  /** The name of the dialog for screen readers, in the language of your page. */
  readonly label?: string | undefined;
  /** Called when the dialog opens, and whenever a field of the payment changes. */
  readonly onStatus?: ((payment: PaymentUpdate) => void) | undefined;
  /** Called instead of opening the payment's `return_url`, after the dialog has closed. */
  readonly onReturn?: ((url: string) => void) | undefined;
  /** Called once after the dialog has closed, with the last update if there was one. */
  readonly onClose?: ((last: PaymentUpdate | undefined) => void) | undefined;
}

/** The functions that `/embed.js` adds to your page. */
export interface Embed {
  /**
   * Opens a payment's `checkout_url` in a dialog. If that is impossible, opens it in place of your
   * page, as a link would.
   */
  open(checkoutUrl: string, options?: EmbedOptions): { close(): void };
}

/** The events of a link that has `data-blocktally`. They bubble. */
export interface EmbedEvents {
  'blocktally:status': CustomEvent<PaymentUpdate>;
  /** Calling `preventDefault()` keeps your page open. */
  'blocktally:return': CustomEvent<string>;
  'blocktally:close': CustomEvent<PaymentUpdate | undefined>;
}

declare global {
  interface Window {
    /** The functions of `/embed.js`; undefined until the script has loaded. */
    Blocktally?: Embed;
  }
  interface HTMLElementEventMap extends EmbedEvents {}
  interface DocumentEventMap extends EmbedEvents {}
}

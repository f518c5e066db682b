import type { Payment } from './api.js';

/** What the customer sees of a payment. `pending` begins when the page opens. */
export type PaymentUpdate = Pick<Payment, 'status' | 'flags' | 'amount_sats' | 'received_sats'>;

/** Every message between the payment page in a frame and the page around it. */
export type EmbedMessage =
  /** From the payment page to its parent page: the script runs. Without data. */
  | { readonly type: 'blocktally:ready' }
  /**
   * The answer to it, which tells the payment page the origin to which it sends everything else, and
   * the theme of the page around it; without one it has the browser's.
   */
  | { readonly type: 'blocktally:hello'; readonly theme?: 'light' | 'dark' | undefined }
  /** The first message to that origin: how the dialog's own button and bar fit the payment page. */
  | {
      readonly type: 'blocktally:open';
      readonly close_label: string;
      readonly language: string;
      /** A CSS color. */
      readonly background: string;
    }
  /** What the payment page shows, at first and after every change. The same may come again. */
  | { readonly type: 'blocktally:status'; readonly payment: PaymentUpdate }
  /** The customer goes back to the shop, or the time until they do so is over. */
  | { readonly type: 'blocktally:return'; readonly url: string }
  /** The customer pressed Escape in the payment page. */
  | { readonly type: 'blocktally:close' };

export interface EmbedOptions {
  /** The name of the dialog for screen readers, in the language of your page. */
  readonly label?: string | undefined;
  /** Called when the dialog opens, and each time when a field of the payment changes. */
  readonly onStatus?: ((payment: PaymentUpdate) => void) | undefined;
  /** Called instead of opening the payment's `return_url`. The dialog is closed by then. */
  readonly onReturn?: ((url: string) => void) | undefined;
  /** Called once when the dialog is closed, with the last update, if there was one. */
  readonly onClose?: ((last: PaymentUpdate | undefined) => void) | undefined;
}

/** What `/embed.js` adds to your page. */
export interface Embed {
  /**
   * Opens a payment's `checkout_url` in a dialog. Where that is impossible, it opens it in place of
   * your page, as a link does.
   */
  open(checkoutUrl: string, options?: EmbedOptions): { close(): void };
}

/** The events of a link with `data-blocktally`. They bubble. */
export interface EmbedEvents {
  'blocktally:status': CustomEvent<PaymentUpdate>;
  /** `preventDefault()` keeps your page open. */
  'blocktally:return': CustomEvent<string>;
  'blocktally:close': CustomEvent<PaymentUpdate | undefined>;
}

declare global {
  interface Window {
    /** Undefined until `/embed.js` has loaded. */
    Blocktally?: Embed;
  }
  interface HTMLElementEventMap extends EmbedEvents {}
  interface DocumentEventMap extends EmbedEvents {}
}

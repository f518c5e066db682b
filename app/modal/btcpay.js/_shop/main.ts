import { type Dialog, makeDialog } from '@/app/embed.js/_shop/dialog';

/**
 * The invoice must appear within LIMIT_MS, and within LIMIT_AFTER_LOAD_MS after its frame has
 * loaded, when the invoice's script has run.
 */
const LIMIT_MS = 10_000;
const LIMIT_AFTER_LOAD_MS = 1_000;

type Hook = () => void;

/** The server that served this script, unless the shop's page sets another one. */
let server = new URL((document.currentScript as HTMLScriptElement | null)?.src ?? location.href)
  .origin;
let dialog: Dialog | undefined;
let isShown = false;
let limit = 0;
let willEnter: Hook = () => {};
let willLeave: Hook = () => {};
let receive: (event: MessageEvent) => void = () => {};

function appendInvoiceFrame(invoiceId: string): void {
  hideFrame();
  const id = encodeURIComponent(invoiceId);
  const made = makeDialog(`${server}/invoice?id=${id}&view=modal`, 'Bitcoin payment', () => {
    if (dialog === made) tellClosed(made);
  });
  const { frame } = made;
  // The invoice follows the system's theme, so the bar above the frame must do the same.
  if (frame.parentElement) frame.parentElement.style.colorScheme = 'light dark';
  // An invoice that this page may not frame sends no message. After the wait, it is opened as a
  // page.
  const wait = (ms: number) => {
    clearTimeout(limit);
    limit = window.setTimeout(() => {
      hideFrame();
      location.assign(`${server}/i/${id}`);
    }, ms);
  };
  frame.onload = () => limit && wait(LIMIT_AFTER_LOAD_MS);
  dialog = made;
  wait(LIMIT_MS);
}

/** Sends the shop's page the message that BTCPay sends when the customer closes an invoice. */
function tellClosed({ frame: { contentWindow } }: Dialog): void {
  const message = { data: 'close', origin: server, source: contentWindow };
  dispatchEvent(new MessageEvent('message', message));
}

function showFrame(): void {
  if (!dialog || isShown) return;
  isShown = true;
  willEnter();
  dialog.show();
}

function hideFrame(): void {
  const hidden = dialog;
  dialog = undefined;
  clearTimeout(limit);
  if (isShown) willLeave();
  isShown = false;
  hidden?.remove();
}

function appendAndShowInvoiceFrame(invoiceId: string): void {
  appendInvoiceFrame(invoiceId);
  showFrame();
}

addEventListener('message', (event) => {
  if (!dialog || event.source !== dialog.frame.contentWindow || event.origin !== server) return;
  const { data } = event;
  if (data === 'loaded') {
    clearTimeout(limit);
    limit = 0;
    dialog.reveal({
      ...{ type: 'blocktally:open', close_label: 'Close' },
      ...{ language: 'en', background: 'Canvas' },
    });
  } else if (data === 'close') hideFrame();
  else if (/^(?:https?|bitcoin):/i.test(data?.open)) location.assign(data.open);
  receive(event);
});

Object.assign(window, {
  btcpay: {
    showFrame,
    hideFrame,
    /** Options such as `paymentMethodId` are ignored, because there is only one way to pay. */
    showInvoice: appendAndShowInvoiceFrame,
    appendInvoiceFrame,
    appendAndShowInvoiceFrame,
    onModalWillEnter(hook: Hook) {
      willEnter = hook;
    },
    onModalWillLeave(hook: Hook) {
      willLeave = hook;
    },
    onModalReceiveMessage(hook: typeof receive) {
      receive = hook;
    },
    setApiUrlPrefix(url: string) {
      server = new URL(url, location.href).origin;
    },
  },
});

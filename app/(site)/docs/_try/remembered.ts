import { readBrowserValue, storeBrowserValue } from '@/app/_ui/site-data';

const KEY = 'blocktally-try-key';
const PAYMENT = 'blocktally-try-payment';
const tab = () => sessionStorage;

/** The API key that the user chose to keep in this tab; empty if there is none. */
export const readTryApiKey = (): string => readBrowserValue(tab, KEY) ?? '';

/** Keeps the key until the tab is closed; `undefined` removes it. */
export const storeTryApiKey = (key: string | undefined): void => storeBrowserValue(tab, KEY, key);

/** The id of the payment last created in this tab. Forms show it instead of an example id. */
export const readLastPaymentId = (): string | undefined => readBrowserValue(tab, PAYMENT);

export function storeCreatedPaymentId(answer: string): void {
  const id = /^\{\s*"id": "(pay_\w+)"/.exec(answer)?.[1];
  if (id !== undefined) storeBrowserValue(tab, PAYMENT, id);
}

import { recall, remember } from '@/app/_ui/site-data';

const KEY = 'blocktally-try-key';
const PAYMENT = 'blocktally-try-payment';
const tab = () => sessionStorage;

/** Returns the API key that the reader chose to keep in this tab; empty if there is none. */
export const keptKey = (): string => recall(tab, KEY) ?? '';

/** Stores the key until the tab is closed. The value undefined removes the stored key. */
export const keepKey = (key: string | undefined): void => remember(tab, KEY, key);

/**
 * Returns the id of the payment last created in this tab. Forms show it instead of an example id.
 */
export const lastPayment = (): string | undefined => recall(tab, PAYMENT);

export function rememberPayment(answer: string): void {
  const id = /^\{\s*"id": "(pay_\w+)"/.exec(answer)?.[1];
  if (id !== undefined) remember(tab, PAYMENT, id);
}

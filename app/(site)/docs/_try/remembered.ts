const KEY = 'blocktally-try-key';
const PAYMENT = 'blocktally-try-payment';

/** The key the reader wants kept for this tab; empty when none is. */
export const keptKey = (): string => sessionStorage.getItem(KEY) ?? '';

/** Keeps the key until the tab is closed, or forgets it. */
export function keepKey(key: string | undefined): void {
  if (key === undefined) sessionStorage.removeItem(KEY);
  else sessionStorage.setItem(KEY, key);
}

/** Id of the payment that was created last in this tab: the other operations begin with it. */
export const lastPayment = (): string | undefined => sessionStorage.getItem(PAYMENT) ?? undefined;

export function rememberPayment(answer: string): void {
  const id = /^\{\s*"id": "(pay_\w+)"/.exec(answer)?.[1];
  if (id !== undefined) sessionStorage.setItem(PAYMENT, id);
}

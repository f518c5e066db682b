const KEY = 'blocktally-try-key';
const PAYMENT = 'blocktally-try-payment';

/** The key that the reader keeps for this tab; empty if none. */
export const keptKey = (): string => sessionStorage.getItem(KEY) ?? '';

/** Stores the key until the tab is closed; undefined removes it. */
export function keepKey(key: string | undefined): void {
  if (key === undefined) sessionStorage.removeItem(KEY);
  else sessionStorage.setItem(KEY, key);
}

/** The id of the payment last created in this tab, with which the other forms start. */
export const lastPayment = (): string | undefined => sessionStorage.getItem(PAYMENT) ?? undefined;

export function rememberPayment(answer: string): void {
  const id = /^\{\s*"id": "(pay_\w+)"/.exec(answer)?.[1];
  if (id !== undefined) sessionStorage.setItem(PAYMENT, id);
}

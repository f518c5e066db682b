import { recall, remember } from '@/app/_ui/site-data';

const KEY = 'blocktally-try-key';
const PAYMENT = 'blocktally-try-payment';
const tab = () => sessionStorage;

/** The API key that the user chose to keep in this tab; empty if there is none. */
export const rememberedKey = (): string => recall(tab, KEY) ?? '';

/** Keeps the key until the tab is closed; `undefined` removes it. */
export const rememberKey = (key: string | undefined): void => remember(tab, KEY, key);

/** The id of the payment last created in this tab. Forms show it instead of an example id. */
export const lastPayment = (): string | undefined => recall(tab, PAYMENT);

export function rememberPayment(answer: string): void {
  const id = /^\{\s*"id": "(pay_\w+)"/.exec(answer)?.[1];
  if (id !== undefined) remember(tab, PAYMENT, id);
}

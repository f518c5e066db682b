import { parseUrl } from '@/lib/domain/parse-url';

interface Props {
  readonly type: string;
  /** Where the event goes; absent where only its type is known. */
  readonly url?: string;
}

/** An event's type; one in BTCPay's dialect with its shop. */
export function EventName({ type, url }: Props) {
  return (
    <>
      {type}
      {isForShop(type) && (
        <span className="ms-1.5 font-normal text-ink-2 text-small">{hostOf(url) ?? 'BTCPay'}</span>
      )}
    </>
  );
}

/** The host of the shop to which an event in BTCPay's dialect goes; undefined for other events. */
export function shopOfEvent(type: string, url: string | undefined): string | undefined {
  return isForShop(type) ? hostOf(url) : undefined;
}

/** Whether a type is one of BTCPay's. All of our own types have a period. */
const isForShop = (type: string) => !type.includes('.');

const hostOf = (url = '') => parseUrl(url)?.host;

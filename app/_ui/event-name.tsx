import { parseUrl } from '@/lib/domain/parse-url';

interface Props {
  readonly type: string;
  /** The URL that the event is sent to; absent where only the type is known. */
  readonly url?: string;
}

/** The type of an event. For an event in BTCPay's dialect, the shop's host is shown too. */
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

/**
 * Returns the host of the shop that gets an event in BTCPay's dialect; undefined for other events.
 */
export function shopOfEvent(type: string, url: string | undefined): string | undefined {
  return isForShop(type) ? hostOf(url) : undefined;
}

/** Whether an event type is one of BTCPay's. All of our own types contain a period. */
const isForShop = (type: string) => !type.includes('.');

const hostOf = (url = '') => parseUrl(url)?.host;

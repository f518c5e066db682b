import { parseUrl } from '@/lib/domain/parse-url';

interface Props {
  readonly type: string;
  readonly url?: string;
}

/** For an event in BTCPay's format, also shows the shop's host. */
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
 * Returns the host of the shop that gets an event in BTCPay's format; undefined for our own events.
 */
export function shopHostOfEvent(type: string, url: string | undefined): string | undefined {
  return isForShop(type) ? hostOf(url) : undefined;
}

/** All of our own event types contain a period, and BTCPay's do not. */
const isForShop = (type: string) => !type.includes('.');

const hostOf = (url = '') => parseUrl(url)?.host;

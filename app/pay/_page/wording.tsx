import type { ReactNode } from 'react';
import { formatSats } from '@/lib/domain/format-sats';
import type { Language } from '@/lib/domain/language';
import {
  formatMessage,
  type MessageKey,
  PLACEHOLDER_PATTERN,
  pluralText,
} from '@/lib/domain/messages';
import type { PublicPayment } from '@/lib/payments/public';
import { formatAmountDue } from './own-currency';
import { isLate, isReorged, type PageState } from './page-state';

/** Punctuation after a value, which must not begin a line. */
const MARKS = /^\p{P}*/u;

/** Splits a text at its placeholders: texts have even indexes, and placeholder names odd ones. */
function splitAtPlaceholders(text: string): string[] {
  return text.split(PLACEHOLDER_PATTERN);
}

export interface Wording {
  readonly language: Language;
  /** Returns a text for a title, a label or a screen reader. */
  plain(key: MessageKey, values?: Readonly<Record<string, string | number>>): string;
  /** Returns a text that contains elements, such as an amount. */
  rich(key: MessageKey, values?: Readonly<Record<string, ReactNode>>): ReactNode;
  /** Returns the number of confirmations: "1 of 3 confirmations." */
  depth(payment: PublicPayment): string;
}

/** @param merchant the name that replaces the placeholder {merchant} */
export function wordingIn(language: Language, merchant = ''): Wording {
  const plain: Wording['plain'] = (key, values = {}) =>
    formatMessage(language, key, { merchant, ...values });
  return {
    language,
    plain,
    rich: (key, values = {}) => {
      const all: Readonly<Record<string, ReactNode>> = { merchant, ...values };
      const [first, ...parts] = splitAtPlaceholders(pluralText(language, key, values));
      const rest = parts.map((part, place) =>
        place % 2 === 0 ? (
          // biome-ignore lint/suspicious/noArrayIndexKey: items never change order
          <span key={place} className="value">
            <bdi>{all[part]}</bdi>
            {MARKS.exec(parts[place + 1] ?? '')?.[0]}
          </span>
        ) : (
          part.replace(MARKS, '')
        ),
      );
      return [first, ...rest];
    },
    depth: ({ confirmations, accepted, requiredConfirmations: required }) => {
      const count = accepted ? required : Math.min(confirmations, required);
      return plain('confirmationCount', { count, required });
    },
  };
}

export function titleOf(wording: Wording, payment: PublicPayment, state: PageState): string {
  const { requiredConfirmations: required } = payment;
  const count = Math.min(payment.confirmations, required);
  const isOver = state === 'confirmed' && isLate(payment);
  return wording.plain(isOver ? 'titleLate' : TITLES[state], { count, required });
}

/** Returns what screen readers announce when the state changes. */
export function announcementOf(wording: Wording, payment: PublicPayment, state: PageState): string {
  switch (state) {
    case 'waiting':
      return wording.plain('badgeWaiting');
    case 'underpaid': {
      const sats = formatSats(payment.dueSats);
      const price = formatAmountDue(payment, wording.language);
      return `${wording.plain('missing')} ${price === null ? sats : `${price} (${sats})`}`;
    }
    case 'seen': {
      const heading = isLate(payment) ? 'lateHeading' : 'seenHeading';
      const first = isReorged(payment, state) ? 'reorgedText' : heading;
      return `${wording.plain(first)} ${wording.depth(payment)}`;
    }
    case 'confirmed':
      return wording.plain(isLate(payment) ? 'lateHeading' : 'confirmedHeading');
    default:
      return wording.plain(ANNOUNCEMENTS[state]);
  }
}

const TITLES = {
  waiting: 'titleWaiting',
  underpaid: 'titleUnderpaid',
  seen: 'titleSeen',
  confirmed: 'titleConfirmed',
  expired: 'titleExpired',
  canceled: 'titleCanceled',
} as const satisfies Record<PageState, MessageKey>;

const ANNOUNCEMENTS = {
  expired: 'expiredHeading',
  canceled: 'canceledHeading',
} as const;

import type { Language } from '@/lib/domain/language';
import { Problem } from '@/lib/domain/problems';
import {
  logPaymentPageError,
  type PublicPayment,
  readPublicPayment,
  recordPageView,
  serverNow,
} from '@/lib/payments/public';
import { chooseLanguage, requestedLanguage } from './languages';

export interface PageContext {
  readonly params: Promise<{ readonly id: string }>;
}

/**
 * The data that a page shows, or the reason why there is none: `unknown` for an unknown id,
 * `altered` if the row was changed in the database, `unavailable` if the row cannot be read.
 */
type PageSubject<T> = T | 'unknown' | 'altered' | 'unavailable';

interface OpenedPage {
  readonly language: Language;
  readonly now: Date;
  readonly payment: PageSubject<PublicPayment>;
}

export async function loadPaymentPage(
  request: Request,
  params: PageContext['params'],
): Promise<OpenedPage> {
  const { id } = await params;
  const read = async () => {
    const payment = await readPublicPayment(id);
    if (payment) recordPageView(payment);
    return payment;
  };
  const { language, found } = await readPageSubject(request, read, logPaymentPageError);
  return { language, now: serverNow(), payment: found };
}

/** Reads what a page shows, and chooses its language. */
export async function readPageSubject<T extends { readonly locale: Language | null }>(
  request: Request,
  read: () => Promise<T | undefined>,
  logFault: (error: unknown) => void,
): Promise<{ readonly language: Language; readonly found: PageSubject<T> }> {
  const found = await read().then(
    (one): PageSubject<T> => one ?? 'unknown',
    (error: unknown): PageSubject<T> => {
      if (error instanceof Problem && error.code === 'address_not_verified') return 'altered';
      logFault(error);
      return 'unavailable';
    },
  );
  const requested = requestedLanguage(request) ?? null;
  const chosen = typeof found === 'string' ? null : found.locale;
  const accepted = request.headers.get('accept-language');
  return { language: chooseLanguage(requested, chosen, accepted), found };
}

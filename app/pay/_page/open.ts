import type { Language } from '@/lib/domain/language';
import {
  logPageFault,
  noteView,
  type PublicPayment,
  readPublicPayment,
  serverNow,
} from '@/lib/payments/public';
import { chooseLanguage } from './languages';

/** The context of route handlers under a payment page's URL. */
export interface PageContext {
  readonly params: Promise<{ readonly id: string }>;
}

/** A request under a payment page's URL. */
interface Opened {
  readonly language: Language;
  readonly now: Date;
  /** The payment; `unknown` when there is none with this id, `unavailable` when it cannot be read. */
  readonly payment: PublicPayment | 'unknown' | 'unavailable';
}

export async function openPage(request: Request, params: PageContext['params']): Promise<Opened> {
  const requested = new URL(request.url).searchParams.get('lang');
  const payment = await read((await params).id);
  const ofPayment = typeof payment === 'string' ? null : payment.locale;
  const accepted = request.headers.get('accept-language');
  const language = chooseLanguage(requested, ofPayment, accepted);
  return { language, now: serverNow(), payment };
}

async function read(id: string): Promise<Opened['payment']> {
  try {
    const payment = await readPublicPayment(id);
    if (payment) noteView(payment);
    return payment ?? 'unknown';
  } catch (error) {
    logPageFault(error);
    return 'unavailable';
  }
}

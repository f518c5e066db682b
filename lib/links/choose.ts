import { type LinkAmount, NOTE_LENGTH, type PayerNote, readFreeAmount } from '@/lib/domain/link';
import type { Asked } from '@/lib/domain/price';
import { Problem } from '@/lib/domain/problems';
import type { Sats } from '@/lib/domain/sats';
import type { DecimalMark } from '@/lib/domain/typed-number';
import type { LinkRow } from './link-view';

/** What a customer enters on the page of a link. */
export interface Entered {
  /** Only counts where the customer chooses the amount. */
  readonly amount: string;
  /** That of the form's language. */
  readonly decimalMark: DecimalMark;
  /** Only counts where the link asks for a note. */
  readonly note: string;
}

/** What the customer of a link asks for. */
export interface Choice {
  readonly amount: { readonly sats: Sats } | { readonly asked: Asked };
  readonly note: string | null;
}

/** @throws Problem `invalid_request`, with an error for each field at fault */
export function choose(link: LinkRow, entered: Entered): Choice {
  const amount = amountOf(link.amount, entered);
  const note = noteOf(link.payerNote, entered.note);
  const errors = [
    ...(typeof amount === 'string' ? [{ pointer: '/amount', code: amount, message: amount }] : []),
    ...('fault' in note ? [{ pointer: '/note', code: note.fault, message: note.fault }] : []),
  ];
  if (typeof amount === 'string' || 'fault' in note) {
    throw new Problem('invalid_request', 'The form is not filled in correctly.', { errors });
  }
  return { amount, note: note.text };
}

function amountOf(amount: LinkAmount, { amount: text, decimalMark }: Entered) {
  if (amount.kind === 'sats') return { sats: amount.sats };
  if (amount.kind === 'price') return { asked: amount.asked };
  const read = readFreeAmount(text, amount, decimalMark);
  return typeof read === 'string' ? read : { asked: read };
}

/** Without control characters except line breaks, which forms send as CRLF. */
function noteOf(wanted: PayerNote | null, text: string) {
  const note = text
    .replace(/\r\n?/g, '\n')
    .replace(/[^\P{Cc}\n]|\p{Cs}/gu, '')
    .trim();
  if (!wanted) return { text: null };
  if (note === '') return wanted.required ? { fault: 'required' } : { text: null };
  return [...note].length > NOTE_LENGTH ? { fault: 'too_long' } : { text: note };
}

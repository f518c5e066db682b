import type { payment } from '@/db/schema/payments';
import type { Settlement } from '@/lib/domain/settle';

export type PaymentRow = typeof payment.$inferSelect;

/** A payment that the chain moved: how it was, where it stands now, and what to tell. */
export interface Moved extends Settlement {
  readonly row: PaymentRow;
}

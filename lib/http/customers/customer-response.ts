import { z } from 'zod';
import type { CustomerDetail } from '@/lib/customers/get-customer';
import type { CustomerPage } from '@/lib/customers/list-customers';
import { NETWORKS } from '@/lib/domain/network';
import { canAdminister, type Role } from '@/lib/domain/roles';
import { moneySumSchema } from '../home/month-response';
import type { ResponseOf } from '../response';
import { count, moment, paginationSchema } from '../response-fields';
import { serializeView } from '../serialize-view';

const customerSchema = z.strictObject({
  payment_id: z
    .string()
    .meta({ description: 'The newest payment, which stands for the customer.' }),
  name: z.string().nullable(),
  email: z.string().nullable(),
  reference: z.string().nullable(),
  payment_count: count,
  last_payment_at: moment,
  earned: moneySumSchema,
});
export type CustomerResponse = ResponseOf<typeof customerSchema>;

const currency = z.string().nullable().meta({ description: 'The currency of every volume.' });

export const customerPageSchema = z.strictObject({
  networks: z.array(z.enum(NETWORKS)).meta({ description: 'The networks of the merchant’s keys.' }),
  network: z.enum(NETWORKS).nullable().meta({ description: 'The network of the payments.' }),
  currency,
  data: z.array(customerSchema).meta({ description: 'The newest payment first.' }),
  pagination: paginationSchema,
});
export type CustomerPageResponse = ResponseOf<typeof customerPageSchema>;

export function customerPageResponse(
  { customers, total, ...page }: CustomerPage,
  { limit, offset }: { readonly limit: number; readonly offset: number },
): CustomerPageResponse {
  const has_more = offset + customers.length < total;
  const pagination = { total, limit, offset, has_more };
  const made = { pagination, network: page.network ?? null };
  return serializeView(customerPageSchema, { ...page, data: customers }, made);
}

export const customerDetailSchema = z.strictObject({
  customer: customerSchema,
  network: z.enum(NETWORKS).meta({ description: 'The network of the payments.' }),
  currency,
  can: z.strictObject({ erase: z.boolean() }),
});
export type CustomerDetailResponse = ResponseOf<typeof customerDetailSchema>;

export function customerDetailResponse(detail: CustomerDetail, role: Role): CustomerDetailResponse {
  return serializeView(customerDetailSchema, detail, { can: { erase: canAdminister(role) } });
}

import { z } from 'zod';
import { createPaymentBody } from '../operations/create-payment';
import { listPaymentsQuery } from '../operations/list-payments';
import { type DocumentedOperation, EVERYWHERE, OF_A_BODY } from './documented-operation';
import { paymentPageSchema, paymentSchema } from './payment-schemas';

export const PAYMENT_OPERATIONS: readonly DocumentedOperation[] = [
  {
    method: 'POST',
    path: '/v1/btc/payments',
    id: 'createPayment',
    tag: 'Payments',
    summary: 'Create a payment',
    description:
      'Gives the payment an address that no other payment has, and begins to watch it. Send the customer to `checkout_url`, or show `address` and `payment_uri` yourself. Unknown fields are refused, and a field that is left out is not the same as null.',
    headers: {
      'Idempotency-Key': {
        description:
          'Makes the request safe to repeat: for 30 days the same key with the same body gets the first answer again. It belongs to the API key. A request that was refused is not remembered.',
        schema: z
          .string()
          .regex(/^[\x21-\x7e]{1,255}$/)
          .optional()
          .meta({ examples: ['order-1001'] }),
      },
    },
    body: { schema: createPaymentBody, required: true },
    answers: {
      201: {
        description: 'The payment.',
        schema: paymentSchema,
        headers: ['Location', 'Idempotency-Replayed'],
      },
    },
    problems: [
      ...EVERYWHERE,
      ...OF_A_BODY,
      'custom_address_not_allowed',
      'address_in_use',
      'idempotency_in_progress',
      'webhook_url_rejected',
      'address_network_mismatch',
      'idempotency_key_reused',
      'network_unavailable',
    ],
  },
  {
    method: 'GET',
    path: '/v1/btc/payments',
    id: 'listPayments',
    tag: 'Payments',
    summary: 'List payments',
    description:
      'The payments of this API key that were created in a range of time, newest first. `total` counts every match and belongs to the same moment as the page.',
    query: listPaymentsQuery,
    answers: { 200: { description: 'One page.', schema: paymentPageSchema } },
    problems: EVERYWHERE,
  },
  {
    method: 'GET',
    path: '/v1/btc/payments/{id}',
    id: 'getPayment',
    tag: 'Payments',
    summary: 'Get a payment',
    description:
      'A payment of another API key does not exist for this one. With `If-None-Match`, the answer is 304 while nothing has changed.',
    headers: {
      'If-None-Match': {
        description: 'The `ETag` of an earlier answer.',
        schema: z.string().optional(),
      },
    },
    answers: {
      200: { description: 'The payment.', schema: paymentSchema, headers: ['ETag'] },
      304: { description: 'Nothing has changed.', headers: ['ETag'] },
    },
    problems: [...EVERYWHERE, 'payment_not_found'],
  },
  {
    method: 'POST',
    path: '/v1/btc/payments/{id}/cancel',
    id: 'cancelPayment',
    tag: 'Payments',
    summary: 'Cancel a payment',
    description:
      'Only a pending payment that has received nothing can be canceled. Canceling it again answers the same. The address stays watched: money that still arrives makes the payment detected, with the flag `late`. Takes no body.',
    answers: { 200: { description: 'The canceled payment.', schema: paymentSchema } },
    problems: [...EVERYWHERE, ...OF_A_BODY, 'payment_not_found', 'payment_not_cancelable'],
  },
];

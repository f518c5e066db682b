import { isDeepStrictEqual } from 'node:util';
import type { Reference } from './reference';
import type { ReferencePayment } from './reference-payment';

export function describePayment(model: Reference, payment: ReferencePayment): string {
  return `payment ${model.payments.indexOf(payment)}`;
}

export function differences(what: string, found: unknown, expected: unknown): string[] {
  if (isDeepStrictEqual(found, expected)) return [];
  return [`${what} is ${JSON.stringify(found)}, and should be ${JSON.stringify(expected)}`];
}

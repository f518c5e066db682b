import { type FieldError, Problem, type ProblemCode } from '@/lib/domain/problems';
import { PROBLEMS } from '@/lib/http/problem-table';
import { Reply } from '@/lib/http/route';
import type { Permission } from './permissions';

/** BTCPay's names for our codes. Other codes are sent with hyphens instead of underscores. */
const CODES: Readonly<Partial<Record<ProblemCode, string>>> = {
  unauthorized: 'unauthenticated',
  payment_not_found: 'invoice-not-found',
  internal_error: 'generic-error',
};

/** The invoice's names for the payment fields to which errors of use cases point. */
const FIELDS: Readonly<Record<string, string>> = {
  '/price/amount': 'amount',
  '/price/currency': 'currency',
  '/return_url': 'checkout.redirectURL',
};

/** Code of the field error that points to the permission that a key lacks. */
const MISSING = 'missing_permission';

/** Returns the problem for a key that lacks a permission, or that belongs to another store. */
export function missingPermission(permission: Permission | 'unrestricted'): Problem {
  const message = `The API key does not have the permission "${permission}" for this store.`;
  const errors = [{ pointer: permission, code: MISSING, message }];
  return new Problem('forbidden', message, { errors });
}

/**
 * Returns a problem in BTCPay's form: an array of field errors with status 422, or one object for
 * any other problem.
 */
export function problemReply(problem: Problem, headers: Reply['headers'] = {}): Reply {
  const { code, detail, errors = [], retryAfterSeconds } = problem;
  const [first] = errors;
  const wait = retryAfterSeconds === undefined ? {} : { 'retry-after': String(retryAfterSeconds) };
  const answer = (status: number, body: unknown) =>
    new Reply(status, JSON.stringify(body), { ...wait, ...headers });
  if (first?.code === MISSING) {
    const refused = { code: 'missing-permission', message: detail };
    return answer(403, { ...refused, missingPermission: first.pointer });
  }
  const { status } = PROBLEMS[code];
  if (status === 422 || errors.length > 0) {
    return answer(
      422,
      errors.length > 0 ? errors.map(fieldError) : [{ path: '', message: detail }],
    );
  }
  return answer(status, { code: CODES[code] ?? code.replaceAll('_', '-'), message: detail });
}

function fieldError({ pointer, message }: FieldError) {
  return { path: FIELDS[pointer] ?? pointer.replace(/^\//, '').replaceAll('/', '.'), message };
}

/** Returns a problem as one sentence for people. */
export function formatProblemText({ detail, errors = [] }: Problem): string {
  const [first] = errors;
  if (!first || first.code === MISSING) return detail;
  const { path, message } = fieldError(first);
  return `${path}: ${message}`;
}

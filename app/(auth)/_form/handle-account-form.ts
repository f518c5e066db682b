import type { Route } from 'next';
import { headers } from 'next/headers';
import { redirect } from 'next/navigation';
import type { Visitor } from '@/lib/accounts/visitor';
import { currentSite } from '@/lib/auth/current-site';
import { currentVisitor } from '@/lib/auth/visitor';
import { toProblem } from '@/lib/http/problem-response';
import { requireSameOrigin } from '@/lib/http/same-origin';
import { runtime } from '@/lib/runtime';
import { ACCOUNT_FORMS, type AccountFormState, type FormName } from './forms';

/** Performs the form's action and returns the path to redirect to. */
type Work = (given: Record<string, string>, visitor: Visitor) => Promise<string>;

/**
 * Validates a submitted form and runs `work`. On failure, returns the errors by field and the
 * submitted values, without passwords.
 */
export async function handleAccountForm(
  name: FormName,
  data: FormData,
  work: Work,
): Promise<AccountFormState> {
  const { schema, fields } = ACCOUNT_FORMS[name];
  const typed = Object.fromEntries(
    fields.map((field) => {
      const value = data.get(field.name);
      // PostgreSQL text cannot contain U+0000.
      return [field.name, typeof value === 'string' ? value.replaceAll('\0', '') : ''];
    }),
  );
  const values = Object.fromEntries(
    fields.filter(({ type }) => type !== 'password').map((f) => [f.name, typed[f.name] ?? '']),
  );
  const parsed = schema.safeParse(typed);
  if (!parsed.success) {
    const issues = parsed.error.issues.toReversed();
    return {
      values,
      errors: Object.fromEntries(issues.map((i) => [String(i.path[0]), i.message])),
    };
  }
  const failed = await redirectTo(
    async () => work(parsed.data, await currentVisitor()),
    fields.map((field) => field.name),
  );
  return { ...failed, values };
}

/** Like {@link runAction}, but redirects to the path that the action returns. */
export async function redirectTo(
  work: () => Promise<string>,
  fields?: readonly string[],
): Promise<ActionFailure> {
  const outcome = await runAction(work, fields);
  if ('done' in outcome) redirect(outcome.done as Route);
  return outcome;
}

type ActionFailure = Pick<AccountFormState, 'errors' | 'message'>;

/**
 * Runs an action unless the request comes from another site. If the action throws a `Problem`,
 * returns it as field errors or as a message for the whole form.
 *
 * @param fields the fields that can show an error
 */
export async function runAction<T>(
  work: () => Promise<T>,
  fields: readonly string[] = [],
): Promise<{ done: T } | ActionFailure> {
  const { log } = runtime();
  try {
    requireSameOrigin(new Map(await headers()), await currentSite());
    return { done: await work() };
  } catch (error) {
    const problem = toProblem(error);
    if (problem !== error) log.error({ err: error }, problem.code);
    const errors = (problem.errors ?? []).filter(({ pointer }) => fields.includes(pointer));
    if (errors.length === 0) return { message: toUserMessage(problem.code, problem.detail) };
    return { errors: Object.fromEntries(errors.map(({ pointer, message }) => [pointer, message])) };
  }
}

/**
 * Returns a message for users, because the API's messages about server errors are for developers.
 */
export function toUserMessage(code: string, detail: string): string {
  if (code === 'database_unavailable') {
    return 'The server cannot reach its database. Nothing was changed. Try again in a moment.';
  }
  if (code === 'internal_error') {
    return 'Server error. Try again. The operator can find the cause in the server’s log.';
  }
  return detail;
}

import type { Route } from 'next';
import { headers } from 'next/headers';
import { redirect } from 'next/navigation';
import type { Visitor } from '@/lib/accounts/visitor';
import { currentVisitor } from '@/lib/auth/visitor';
import { toProblem } from '@/lib/http/problem-answer';
import { requireSameOrigin } from '@/lib/http/same-origin';
import { runtime } from '@/lib/runtime';
import { FORMS, type FormName, type FormState } from './forms';

/** Does what a form asks for; gives the path to go to next. */
type Work = (given: Record<string, string>, visitor: Visitor) => Promise<string>;

/**
 * Checks a form that was sent in and does what it asks for. What was typed stays, passwords
 * excepted, and every error stands at its field.
 */
export async function answerForm(name: FormName, data: FormData, work: Work): Promise<FormState> {
  const { schema, fields } = FORMS[name];
  const typed = Object.fromEntries(
    fields.map((field) => {
      const value = data.get(field.name);
      // No text column holds U+0000, and nobody types it.
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
  const outcome = await attempt(async () => work(parsed.data, await currentVisitor()));
  if ('path' in outcome) redirect(outcome.path as Route);
  return { ...outcome, values };
}

/** Does something for a page of ours; a refusal becomes the words for it. */
export async function attempt(
  work: () => Promise<string>,
): Promise<{ path: string } | Pick<FormState, 'errors' | 'message'>> {
  const { env, log } = runtime();
  try {
    requireSameOrigin(new Map(await headers()), env.appUrl);
    return { path: await work() };
  } catch (error) {
    const problem = toProblem(error);
    if (problem !== error) log.error({ err: error }, problem.code);
    const errors = (problem.errors ?? []).filter(({ pointer }) => pointer !== '');
    if (errors.length === 0) return { message: wordsFor(problem.code, problem.detail) };
    return { errors: Object.fromEntries(errors.map(({ pointer, message }) => [pointer, message])) };
  }
}

/** The API's words for faults of the server speak to programs. */
function wordsFor(code: string, detail: string): string {
  if (code === 'database_unavailable') {
    return 'The server cannot reach its database. Nothing was changed: try again in a moment.';
  }
  if (code === 'internal_error') {
    return 'Something went wrong on the server. Try again; its log tells the operator what it was.';
  }
  return detail;
}

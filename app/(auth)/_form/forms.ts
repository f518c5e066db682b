import { z } from 'zod';
import { isEmail } from '@/lib/domain/email';
import { MIN_PASSWORD_LENGTH, passwordComplaint } from '@/lib/domain/password';

/** A field as a person sees it. */
export interface FormField {
  readonly name: string;
  readonly label: string;
  readonly hint?: string;
  readonly type: 'text' | 'email' | 'password';
  readonly autoComplete: string;
}

interface Form {
  /** What is checked, in the browser and again on the server. */
  readonly schema: z.ZodType<Record<string, string>, Record<string, string>>;
  readonly fields: readonly FormField[];
  readonly submit: string;
}

export type FormName = 'signIn' | 'signUp' | 'join';

/** What the server says of a form that it did not accept. */
export interface FormState {
  /** What was typed, passwords excepted, for a page without script. */
  readonly values?: Readonly<Record<string, string>>;
  readonly errors?: Readonly<Record<string, string>>;
  readonly message?: string;
}

const email = z
  .string()
  .trim()
  .refine(isEmail, { error: 'Enter an e-mail address, such as you@example.com.' });
const existingPassword = z.string().min(1, { error: 'Enter your password.' });
const newPassword = z.string().superRefine((password, context) => {
  const message = passwordComplaint(password);
  if (message !== undefined) context.addIssue({ code: 'custom', message });
});

const emailField: FormField = {
  name: 'email',
  label: 'E-mail address',
  type: 'email',
  autoComplete: 'username',
};
const newPasswordField: FormField = {
  name: 'password',
  label: 'Password',
  hint: `At least ${MIN_PASSWORD_LENGTH} characters. A few words together are easy to keep in mind.`,
  type: 'password',
  autoComplete: 'new-password',
};

export const FORMS: Readonly<Record<FormName, Form>> = {
  signIn: {
    schema: z.object({ email, password: existingPassword }),
    fields: [
      emailField,
      {
        name: 'password',
        label: 'Password',
        type: 'password',
        autoComplete: 'current-password',
      },
    ],
    submit: 'Sign in',
  },
  signUp: {
    schema: z.object({
      merchantName: z
        .string()
        .trim()
        .min(1, { error: 'Enter the name that your customers know you by.' })
        .max(80, { error: 'Use at most 80 characters.' }),
      email,
      password: newPassword,
    }),
    fields: [
      {
        name: 'merchantName',
        label: 'Name of your shop',
        hint: 'Your customers see it when they pay.',
        type: 'text',
        autoComplete: 'organization',
      },
      emailField,
      newPasswordField,
    ],
    submit: 'Create account',
  },
  join: {
    schema: z.object({ password: newPassword }),
    fields: [newPasswordField],
    submit: 'Create account and join',
  },
};

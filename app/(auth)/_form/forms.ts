import * as z from '@/app/form-schema';
import { isEmail } from '@/lib/domain/email';
import { MAX_MERCHANT_NAME_LENGTH, MAX_USER_NAME_LENGTH } from '@/lib/domain/limits';
import { isOneLine, ONE_LINE_NAME_ERROR } from '@/lib/domain/one-line';
import { MIN_PASSWORD_LENGTH, passwordComplaint } from '@/lib/domain/password';

interface FormField {
  readonly name: string;
  readonly label: string;
  readonly hint?: string;
  readonly optional?: boolean;
  readonly type: 'text' | 'email' | 'password';
  readonly autoComplete: string;
}

interface Form {
  /** Checked in the browser and again on the server. */
  readonly schema: z.ZodType<Record<string, string>, Record<string, string>>;
  readonly fields: readonly FormField[];
  readonly submit: string;
}

export type FormName =
  | 'signIn'
  | 'code'
  | 'confirmCode'
  | 'recovery'
  | 'confirmRecovery'
  | 'confirmPassword'
  | 'setup'
  | 'signUp'
  | 'join'
  | 'reset'
  | 'newPassword';

export interface AccountFormState {
  /** The submitted values without passwords, which the page shows again without JavaScript. */
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

const ownName = z
  .string()
  .trim()
  .max(MAX_USER_NAME_LENGTH, { error: `Use at most ${MAX_USER_NAME_LENGTH} characters.` })
  .refine(isOneLine, { error: ONE_LINE_NAME_ERROR });

const ownNameField: FormField = {
  name: 'name',
  label: 'Your name',
  hint: 'Optional. Your team sees the name instead of your e-mail address.',
  optional: true,
  type: 'text',
  autoComplete: 'name',
};
const emailField: FormField = {
  name: 'email',
  label: 'E-mail address',
  type: 'email',
  autoComplete: 'username',
};
const newPasswordField: FormField = {
  name: 'password',
  label: 'Password',
  hint: `At least ${MIN_PASSWORD_LENGTH} characters. Several words are easy to remember.`,
  type: 'password',
  autoComplete: 'new-password',
};

const existingPasswordField = {
  label: 'Password',
  type: 'password',
  autoComplete: 'current-password',
} as const;

const codeForm: Pick<Form, 'schema' | 'fields'> = {
  schema: z.object({ code: z.string().trim().min(1, { error: 'Enter the code.' }) }),
  fields: [
    {
      name: 'code',
      label: 'Code',
      hint: 'Six digits. If you do not have the app, enter a recovery code.',
      type: 'text',
      autoComplete: 'one-time-code',
    },
  ],
};

/** For users who have no authenticator app and cannot use their passkey. */
const recoveryForm: Pick<Form, 'schema' | 'fields'> = {
  schema: z.object({ code: z.string().trim().min(1, { error: 'Enter a recovery code.' }) }),
  fields: [{ name: 'code', label: 'Recovery code', type: 'text', autoComplete: 'off' }],
};

export const ACCOUNT_FORMS: Readonly<Record<FormName, Form>> = {
  signIn: {
    schema: z.object({ email, password: existingPassword }),
    fields: [emailField, { name: 'password', ...existingPasswordField }],
    submit: 'Sign in',
  },
  code: { ...codeForm, submit: 'Sign in' },
  confirmCode: { ...codeForm, submit: 'Confirm' },
  recovery: { ...recoveryForm, submit: 'Sign in' },
  confirmRecovery: { ...recoveryForm, submit: 'Confirm' },
  confirmPassword: {
    schema: z.object({ code: existingPassword }),
    fields: [{ name: 'code', ...existingPasswordField }],
    submit: 'Confirm',
  },
  setup: {
    schema: z.object({
      setupToken: z.string().trim().min(1, { error: 'Enter the setup token.' }),
    }),
    fields: [
      {
        name: 'setupToken',
        label: 'Setup token',
        hint: 'To see the token again, run the admin command “setup-token”.',
        type: 'text',
        autoComplete: 'off',
      },
    ],
    submit: 'Continue',
  },
  signUp: {
    schema: z.object({
      merchantName: z
        .string()
        .trim()
        .min(1, { error: 'Enter the name that your customers know you by.' })
        .max(MAX_MERCHANT_NAME_LENGTH, {
          error: `Use at most ${MAX_MERCHANT_NAME_LENGTH} characters.`,
        })
        .refine(isOneLine, { error: ONE_LINE_NAME_ERROR }),
      name: ownName,
      email,
      password: newPassword,
    }),
    fields: [
      {
        name: 'merchantName',
        label: 'Merchant name',
        hint: 'Your shop’s name. Customers see the name when they pay.',
        type: 'text',
        autoComplete: 'organization',
      },
      ownNameField,
      emailField,
      newPasswordField,
    ],
    submit: 'Sign up',
  },
  join: {
    schema: z.object({ name: ownName, password: newPassword }),
    fields: [ownNameField, newPasswordField],
    submit: 'Sign up and join',
  },
  reset: { schema: z.object({ email }), fields: [emailField], submit: 'Send link' },
  newPassword: {
    schema: z.object({ password: newPassword }),
    fields: [{ ...newPasswordField, label: 'New password' }],
    submit: 'Set password',
  },
};

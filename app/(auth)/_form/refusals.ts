const WITH_PROVIDER = 'Signing in that way did not work. Try again, or use another way.';

/** What a sign-in that came back with a code means. Only these words are ever shown. */
const REFUSALS: Readonly<Record<string, string>> = {
  CredentialsSignin: 'The e-mail address and the password do not match.',
  rate_limited: 'Too many tries. Wait a while, then try again.',
  account_exists:
    'Your e-mail address has an account here. Sign in the way you did before; once signed in, use the other way again to connect the two.',
  email_not_verified: 'That provider does not vouch for your e-mail address. Use another way.',
  sign_up_closed:
    'This server takes no new accounts. Ask an owner of an account here to invite you.',
};

/** Words for the code in a sign-in page's address; undefined when there is none. */
export function refusalWords(code: string | string[] | undefined): string | undefined {
  if (code === undefined) return undefined;
  return (
    (typeof code === 'string' && Object.hasOwn(REFUSALS, code) && REFUSALS[code]) || WITH_PROVIDER
  );
}

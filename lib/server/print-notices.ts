import { DEMO_EMAIL, hasDemo } from '@/lib/accounts/create-demo';
import { askedToken, isFresh } from '@/lib/accounts/sign-up-rule';
import { publicUrl } from '@/lib/domain/public-url';
import type { Runtime } from '@/lib/runtime';

type Parts = Pick<Runtime, 'db' | 'env' | 'signUpRule'>;

/**
 * Prints what the operator must know at a start, as plain text at every log level: the setup token
 * while there is no account, and a demo that a server with a real network still has.
 */
export async function printNotices(parts: Parts, print: (text: string) => void): Promise<void> {
  for (const notice of await startNotices(parts)) print(`\n${notice}\n`);
}

async function startNotices({ db, env, signUpRule }: Parts): Promise<string[]> {
  const notices: string[] = [];
  const token = askedToken(signUpRule);
  if (token !== undefined && (await isFresh(db))) {
    const url = publicUrl(env.appUrl, '/sign-up');
    notices.push(
      `There is no account yet. Create the first one at ${url}\nwith the setup token ${token}`,
    );
  }
  if (env.realNetwork && !env.demo && (await hasDemo(db))) {
    notices.push(
      `This database has the demo shop of an earlier start. Its owner ${DEMO_EMAIL} can sign in.\n` +
        `To make the printed password useless: npm run -s admin -- user reset-password ${DEMO_EMAIL}`,
    );
  }
  return notices;
}

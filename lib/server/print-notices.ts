import { DEMO_EMAIL, hasDemo } from '@/lib/accounts/create-demo';
import { allowsSignUp, hasNoUsers, requiredToken } from '@/lib/accounts/sign-up-rule';
import { NETWORKS, type Network } from '@/lib/domain/network';
import { publicUrl } from '@/lib/domain/public-url';
import { networksWithKeys } from '@/lib/keys/networks-with-keys';
import { ADMIN_COMMAND } from '@/lib/own-commands.mjs';
import type { Runtime } from '@/lib/runtime';

type Parts = Pick<Runtime, 'db' | 'env' | 'signUpRule'>;

/**
 * Prints notices for the operator as plain text at every log level: misspelled settings, how to
 * create the first account and the first keys, and a leftover demo on a server with a real network.
 */
export async function printNotices(parts: Parts, print: (text: string) => void): Promise<void> {
  for (const notice of await startNotices(parts)) print(`\n${notice}\n`);
}

async function startNotices(parts: Parts): Promise<string[]> {
  const { db, env } = parts;
  const notices = env.misspelled.map(
    ({ name, meant }) => `${name} is not a setting. Did you mean ${meant}?`,
  );
  const first = await firstAccount(parts);
  if (first !== undefined) notices.push(first);
  // The account comes first, because a key created before it would belong to a merchant without
  // members.
  notices.push(
    ...(await firstKeys(parts, first === undefined ? 'Create one' : 'Sign up, then create one')),
  );
  if (env.realNetwork && !env.demo && (await hasDemo(db))) {
    notices.push(
      `This database has the demo shop of an earlier start. Its owner ${DEMO_EMAIL} can sign in.\n` +
        `To make the printed password useless: ${ADMIN_COMMAND} user reset-password ${DEMO_EMAIL}`,
    );
  }
  return notices;
}

/** Returns no notice on a developer's machine, because the demo shop is enough there. */
async function firstAccount({ db, env, signUpRule }: Parts): Promise<string | undefined> {
  if (env.ownMachine || !(await hasNoUsers(db)) || !(await allowsSignUp(db, signUpRule))) {
    return undefined;
  }
  const url = publicUrl(env.appUrl, '/sign-up');
  const token = requiredToken(signUpRule);
  const how = token === undefined ? '' : `\nwith the setup token ${token}`;
  return `There is no account yet. Create the first one at ${url}${how}`;
}

async function firstKeys({ db, env }: Parts, what: string): Promise<string[]> {
  const followed = NETWORKS.filter((network) => 'url' in env.sources[network]);
  if (followed.length === 0) return [];
  const present = await networksWithKeys(db);
  return followed
    .filter((network) => !present.has(network))
    .map(
      (network) =>
        `There is no API key for ${network} yet. ${what} in the dashboard, under API keys, or with:\n` +
        `  ${ADMIN_COMMAND} key create --network ${network} --descriptor '${exampleFor(network)}'\n` +
        `Your wallet shows its descriptor: ${publicUrl(env.appUrl, '/docs/keys-and-wallets')}`,
    );
}

function exampleFor(network: Network): string {
  return `wpkh(${network === 'mainnet' ? 'xpub' : 'tpub'}…/0/*)`;
}

import { cookies } from 'next/headers';
import { currentSite } from './current-site';
import { setupCookie } from './session-cookie';

const KEPT_SECONDS = 3_600;

export async function storeSetupToken(token: string): Promise<void> {
  const { name, options } = setupCookie(await currentSite());
  (await cookies()).set(name, token, { ...options, maxAge: KEPT_SECONDS });
}

/** Returns the setup token in the browser's cookie, unchecked. */
export async function readSetupTokenFromCookie(): Promise<string | undefined> {
  const { name } = setupCookie(await currentSite());
  return (await cookies()).get(name)?.value;
}

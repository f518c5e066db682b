import { cookies } from 'next/headers';
import { runtime } from '@/lib/runtime';
import { sessionCookie, unsealSession } from './session-cookie';

/** The id in the session cookie of the request at hand, whether or not the session still runs. */
export async function presentedSession(): Promise<string | undefined> {
  const { env, sessionSecret } = runtime();
  const value = (await cookies()).get(sessionCookie(env.appUrl).name)?.value;
  return unsealSession(value, sessionSecret);
}

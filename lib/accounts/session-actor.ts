import type { Actor } from './acting';

/** Who the session of the request at hand belongs to; undefined when nobody is signed in. */
export async function sessionActor(): Promise<Actor | undefined> {
  return undefined;
}

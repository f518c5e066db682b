'use client';

import { type ReactNode, useSyncExternalStore } from 'react';
import { Card } from '../_form/card';
import { OriginLink } from './origin-link';

interface Props {
  /** This page at each name of the server. */
  readonly urls: readonly string[];
  /** Whether the server believes that the browser shows another name. */
  readonly isUnlistedHost: boolean;
  readonly children: ReactNode;
}

const never = () => () => {};

/**
 * Says where to sign in, instead of asking for a password, at a name at which the browser would
 * drop the cookie of the session. The browser knows its own address, which a proxy may hide from
 * the server.
 */
export function SignInGate({ urls, isUnlistedHost, children }: Props) {
  const isHere = useSyncExternalStore(
    never,
    () => urls.some((url) => new URL(url).origin === window.location.origin),
    () => !isUnlistedHost,
  );
  if (isHere) return children;
  return (
    <Card
      title="Sign in at another address"
      lead="You cannot sign in at the address that your browser shows. Use this server’s own address."
    >
      <ul className="grid gap-2">
        {urls.map((url) => (
          <li key={url}>
            <OriginLink href={url} />
          </li>
        ))}
      </ul>
    </Card>
  );
}

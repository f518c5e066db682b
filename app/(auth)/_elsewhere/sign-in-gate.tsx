'use client';

import { type ReactNode, useSyncExternalStore } from 'react';
import { Card } from '../_form/card';
import { OriginLink } from './origin-link';

interface Props {
  /** This page's URL at each address of the server. */
  readonly urls: readonly string[];
  /** Whether the request's host, as the server sees it, is not in `urls`. */
  readonly isUnlistedHost: boolean;
  readonly children: ReactNode;
}

const never = () => () => {};

/**
 * Shows where to sign in if the browser would drop the session cookie at the current address.
 * Otherwise shows the children. The browser checks the address, because a proxy may hide it from
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
      lead="Sign-in does not work at this address. It works at:"
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

'use client';

import type { Route } from 'next';
import { useEffect, useRef } from 'react';
import { ButtonLink } from '@/app/_ui/button-link';
import { CodeBlock } from '@/app/_ui/code-block';
import type { CreatedKeyAnswer } from '@/lib/http/answers/key';
import { OnlyNow, Secret } from './secret-once';

/** The two secrets of a new key, and the first request to make with it. */
export function CreatedKey({ created }: { created: CreatedKeyAnswer }) {
  const title = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    title.current?.focus();
    window.scrollTo({ top: 0 });
  }, []);
  const curl = [
    `curl ${window.location.origin}/v1/btc/payments \\`,
    `  -H 'Authorization: Bearer ${created.api_key}' \\`,
    `  -H 'Content-Type: application/json' \\`,
    `  -d '{"amount_sats": 25000}'`,
  ].join('\n');
  return (
    <div className="grid max-w-reading grid-cols-[minmax(0,1fr)] gap-6">
      <h1 ref={title} tabIndex={-1} className="text-title outline-none">
        Your new API key
      </h1>
      <OnlyNow />
      <Secret
        label="API key"
        secret={created.api_key}
        hint="Your server sends it with every request. It belongs into the server’s secrets, never into a page or an app."
      />
      <Secret
        label="signing secret"
        secret={created.signing_secret}
        hint="Your webhook endpoint verifies signatures with it."
      />
      <section className="grid grid-cols-[minmax(0,1fr)] gap-2">
        <h2 className="text-section">A first payment</h2>
        <CodeBlock label="curl command" code={curl} />
      </section>
      <div className="flex flex-wrap gap-2">
        <ButtonLink variant="primary" href={`/dashboard/keys/${created.id}` as Route}>
          I have stored both
        </ButtonLink>
      </div>
    </div>
  );
}

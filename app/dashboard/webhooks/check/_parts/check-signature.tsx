'use client';

import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { Badge } from '@/app/_ui/badge';
import { Button } from '@/app/_ui/button';
import { Field, Input, Select, Textarea } from '@/app/_ui/field';
import { Skeleton } from '@/app/_ui/skeleton';
import type { KeyResponse } from '@/lib/http/keys/key-response';
import { keyQueries } from '../../../_data/queries';
import { RequestError } from '../../../_data/request-error';
import { useChange } from '../../../_data/use-change';
import { PageHead } from '../../../_frame/page-head';
import { QueryState } from '../../../_list/query-state';

export function CheckSignature() {
  const query = useQuery(keyQueries.list());
  return (
    <>
      <PageHead title="Check a signature">
        Paste a webhook as your endpoint received it, to see whether its signature is valid and, if
        not, why. Nothing you paste is stored.
      </PageHead>
      <QueryState
        what="Your API keys"
        query={query}
        skeleton={<Skeleton className="h-72 w-full" />}
      >
        {({ data }) => <CheckForm keys={data} />}
      </QueryState>
    </>
  );
}

/** The option to paste a secret instead of choosing a key. */
const PASTED = '';
const HEADERS = 'X-Service-Timestamp: 1700000000\nX-Service-Signature: sha256=…';

function CheckForm({ keys }: { keys: readonly KeyResponse[] }) {
  const first = keys.find(({ state }) => state === 'active')?.id ?? PASTED;
  const [form, setForm] = useState({ headers: '', body: '', key: first, secret: '' });
  const { headers, body, key, secret } = form;
  const check = useChange('POST /api/dashboard/webhooks/check', {
    ask: () => ({ body: { headers, body, ...(key === PASTED ? { secret } : { key }) } }),
    refetches: false,
    quiet: true,
  });
  const fields = check.error instanceof RequestError ? check.error.fields : {};
  /**
   * Returns a controlled field's props. A change removes the result, which is about the old text.
   */
  const bind = (name: keyof typeof form) => ({
    value: form[name],
    onChange: ({ target }: { target: { value: string } }) => {
      check.reset();
      setForm({ ...form, [name]: target.value });
    },
  });
  function submit(event: FormEvent) {
    event.preventDefault();
    if (!check.isPending) check.mutate();
  }
  return (
    <form onSubmit={submit} noValidate autoComplete="off" className="grid max-w-[56rem] gap-4">
      <Field label="Headers" error={fields.headers}>
        <Textarea mono rows={5} placeholder={HEADERS} {...bind('headers')} />
      </Field>
      <Field label="Body" hint="The raw text that your code verifies." error={fields.body}>
        <Textarea mono rows={4} placeholder={'{"version":"1",…}'} {...bind('body')} />
      </Field>
      <Field label="Signed with" error={fields.key}>
        <Select {...bind('key')}>
          {keys.map(({ id, name, network, state }) => (
            <option key={id} value={id}>
              {name} ({network}
              {state === 'active' ? '' : `, ${state}`})
            </option>
          ))}
          <option value={PASTED}>Paste a secret</option>
        </Select>
      </Field>
      {key === PASTED && (
        <Field label="Signing secret" error={fields.secret}>
          <Input mono type="password" placeholder="whsec_…" {...bind('secret')} />
        </Field>
      )}
      <Button type="submit" variant="primary" busy={check.isPending} className="justify-self-start">
        {check.isPending ? 'Checking…' : 'Check signature'}
      </Button>
      <div aria-live="polite">
        {check.error && Object.keys(fields).length === 0 && (
          <p className="text-failed font-medium">{check.error.message}</p>
        )}
        {check.data && (
          <section className="grid justify-items-start gap-2 rounded-slip border bg-surface p-4 wrap-anywhere sm:p-6">
            <h2 className="sr-only">Result</h2>
            {check.data.code === 'valid' ? (
              <Badge tone="confirmed">Valid</Badge>
            ) : (
              <Badge tone="failed">Not valid</Badge>
            )}
            <p className="max-w-reading">{check.data.text}</p>
          </section>
        )}
      </div>
    </form>
  );
}

'use client';

import { type FormEvent, useState } from 'react';
import { Button } from '@/app/_ui/button';
import { Field } from '@/app/_ui/field';
import { Input } from '@/app/_ui/input';
import { Select } from '@/app/_ui/select';
import { Textarea } from '@/app/_ui/textarea';
import type { KeyAnswer } from '@/lib/http/answers/key';
import type { SignatureReportAnswer } from '@/lib/http/answers/webhook';
import { RequestFailed } from '../../../_data/request-failed';
import { useChange } from '../../../_data/use-change';

interface Props {
  readonly keys: readonly KeyAnswer[];
  readonly onReport: (report: SignatureReportAnswer | null) => void;
}

/** In place of a key: a secret that is typed in. */
const PASTED = '';

const EXAMPLE = `POST /webhooks HTTP/1.1
X-Service-Event-Id: evt_…
X-Service-Timestamp: 1700000000
X-Service-Signature: sha256=…

{"version":"1","type":"payment.confirmed","data":{…}}`;

export function CheckForm({ keys, onReport }: Props) {
  const [request, setRequest] = useState('');
  const [body, setBody] = useState('');
  const [key, setKey] = useState(keys.find(({ state }) => state === 'active')?.id ?? PASTED);
  const [secret, setSecret] = useState('');
  const check = useChange('POST /api/dashboard/webhooks/check', {
    ask: () => ({
      body: {
        request,
        ...(body !== '' && { body }),
        ...(key === PASTED ? { secret } : { key }),
      },
    }),
    quiet: true,
  });
  const { fields, message } = faultsOf(check.error);
  function submit(event: FormEvent) {
    event.preventDefault();
    if (check.isPending) return;
    onReport(null);
    check.mutate(undefined, { onSuccess: onReport });
  }
  return (
    <form onSubmit={submit} noValidate autoComplete="off" className="grid gap-4">
      <Field
        label="Request"
        hint="Header lines, an empty line and the body; a whole HTTP request; or a curl command."
        error={fields.request}
      >
        <Textarea
          mono
          rows={9}
          spellCheck={false}
          placeholder={EXAMPLE}
          value={request}
          onChange={(event) => setRequest(event.target.value)}
        />
      </Field>
      <Field
        label="Body, if it is not in there"
        hint="The raw text that your code verifies. A browser turns CRLF into plain line breaks."
        error={fields.body}
      >
        <Textarea
          mono
          rows={2}
          spellCheck={false}
          value={body}
          onChange={(event) => setBody(event.target.value)}
        />
      </Field>
      <SignedWith keys={keys} chosen={key} onChoose={setKey} error={fields.key} />
      {key === PASTED && (
        <Field
          label="Signing secret"
          hint="It is used for this check and forgotten."
          error={fields.secret}
        >
          <Input
            mono
            type="password"
            autoComplete="off"
            spellCheck={false}
            placeholder="whsec_…"
            value={secret}
            onChange={(event) => setSecret(event.target.value)}
          />
        </Field>
      )}
      {message && (
        <p role="alert" className="text-failed font-medium">
          {message}
        </p>
      )}
      <Button type="submit" variant="primary" busy={check.isPending} className="justify-self-start">
        {check.isPending ? 'Checking…' : 'Check signature'}
      </Button>
    </form>
  );
}

interface SignedWithProps {
  readonly keys: readonly KeyAnswer[];
  readonly chosen: string;
  readonly onChoose: (key: string) => void;
  readonly error: string | undefined;
}

function SignedWith({ keys, chosen, onChoose, error }: SignedWithProps) {
  return (
    <Field
      label="Signed with"
      hint={
        chosen === PASTED
          ? 'The secrets of your keys are tried too, to tell whose it is.'
          : 'Its current and earlier signing secrets are tried on the server.'
      }
      error={error}
    >
      <Select value={chosen} onChange={(event) => onChoose(event.target.value)}>
        {keys.map(({ id, name, network, state }) => (
          <option key={id} value={id}>
            {name} ({network}
            {state === 'active' ? '' : `, ${state}`})
          </option>
        ))}
        <option value={PASTED}>A secret that I paste</option>
      </Select>
    </Field>
  );
}

const FIELDS = new Set(['request', 'body', 'key', 'secret']);

/** What is wrong with which field, and what else went wrong. */
function faultsOf(error: Error | null): {
  readonly fields: Readonly<Record<string, string>>;
  readonly message: string | undefined;
} {
  if (!error) return { fields: {}, message: undefined };
  if (!(error instanceof RequestFailed)) {
    return { fields: {}, message: 'That could not be checked. Reload the page and try again.' };
  }
  const known = Object.keys(error.fields).some((name) => FIELDS.has(name));
  return { fields: error.fields, message: known ? undefined : error.message };
}

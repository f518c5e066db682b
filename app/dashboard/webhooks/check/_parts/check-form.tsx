'use client';

import { type FormEvent, useState } from 'react';
import { Button } from '@/app/_ui/button';
import { Field, Input, Select, Textarea } from '@/app/_ui/field';
import type { SignatureReportAnswer } from '@/lib/http/endpoints/webhook-answer';
import type { KeyAnswer } from '@/lib/http/keys/key-answer';
import { RequestFailed } from '../../../_data/request-failed';
import { useChange } from '../../../_data/use-change';

interface Props {
  readonly keys: readonly KeyAnswer[];
  readonly onReport: (report: SignatureReportAnswer | null) => void;
}

/** The option to paste a secret instead of choosing a key. */
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
  const { fields, message } = errorsOf(check.error);
  function submit(event: FormEvent) {
    event.preventDefault();
    if (check.isPending) return;
    onReport(null);
    check.mutate(undefined, { onSuccess: onReport });
  }
  /** What was found, or is being looked for, is about what was in the form before. */
  function forget() {
    check.reset();
    onReport(null);
  }
  return (
    <form onSubmit={submit} onChange={forget} noValidate autoComplete="off" className="grid gap-4">
      <Field
        label="Request"
        hint="Headers, an empty line and the body; a raw HTTP request; or a curl command."
        error={fields.request}
      >
        <Textarea
          mono
          rows={9}
          placeholder={EXAMPLE}
          value={request}
          onChange={(event) => setRequest(event.target.value)}
        />
      </Field>
      <Field
        label="Body (if separate)"
        hint="The raw text that your code verifies. Browsers turn CRLF into LF."
        error={fields.body}
      >
        <Textarea mono rows={2} value={body} onChange={(event) => setBody(event.target.value)} />
      </Field>
      <SignedWith keys={keys} chosen={key} onChoose={setKey} error={fields.key} />
      {key === PASTED && (
        <Field
          label="Signing secret"
          hint="Used for this check only. It is not stored."
          error={fields.secret}
        >
          <Input
            mono
            type="password"
            autoComplete="off"
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
          ? 'The secrets of your keys are checked too, to find the one that matches.'
          : 'Its current and previous signing secrets are checked on the server.'
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
        <option value={PASTED}>Paste a secret</option>
      </Select>
    </Field>
  );
}

const FIELDS = new Set(['request', 'body', 'key', 'secret']);

/** The errors by field, and the message of an error without a field. */
function errorsOf(error: Error | null): {
  readonly fields: Readonly<Record<string, string>>;
  readonly message: string | undefined;
} {
  if (!error) return { fields: {}, message: undefined };
  const fields = error instanceof RequestFailed ? error.fields : {};
  const known = Object.keys(fields).some((name) => FIELDS.has(name));
  return { fields, message: known ? undefined : error.message };
}

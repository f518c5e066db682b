'use client';

import { type FormEvent, useEffect, useState, useSyncExternalStore } from 'react';
import { Badge } from '@/app/_ui/badge';
import { Button } from '@/app/_ui/button';
import { CodeBlock } from '@/app/_ui/code-block';
import { Checkbox, Field, Input, Select, Textarea } from '@/app/_ui/field';
import {
  buildRequest,
  curlForTryRequest,
  type TryFieldErrors,
  validateTryForm,
} from './build-request';
import {
  readLastPaymentId,
  readTryApiKey,
  storeCreatedPaymentId,
  storeTryApiKey,
} from './remembered';
import { sendRequest, type TryResponse } from './send-request';
import type { TryOperation, TryParameter } from './try-operation';

const never = () => () => {};

export function TryIt({ operation }: { operation: TryOperation }) {
  const hasScript = useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
  if (!hasScript) return null;
  return (
    <details className="group rounded-slip border bg-surface">
      <summary className="flex min-h-11 cursor-pointer list-none items-center px-4 font-medium text-accent [&::-webkit-details-marker]:hidden">
        <span className="group-open:hidden">Try it with your own key</span>
        <span className="hidden group-open:inline">Close the form</span>
      </summary>
      <div className="border-t p-4">
        <TryForm operation={operation} />
      </div>
    </details>
  );
}

function TryForm({ operation }: { operation: TryOperation }) {
  const { method, open, parameters } = operation;
  const [faults, setFaults] = useState<TryFieldErrors>({});
  const [outcome, setOutcome] = useState<Outcome>();
  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    if (outcome === 'sending') return;
    const form = new FormData(event.currentTarget);
    const {
      apiKey = '',
      body = '',
      ...values
    } = Object.fromEntries([...form].map(([name, value]) => [name, String(value).trim()]));
    const found = validateTryForm(operation, values, apiKey);
    setFaults(found);
    if (Object.keys(found).length > 0) return setOutcome(undefined);
    const request = buildRequest(operation, { values, body });
    const command = curlForTryRequest(request, operation);
    setOutcome('sending');
    const answer = await sendRequest(request, apiKey).catch(() => undefined);
    if (answer?.status === 201) storeCreatedPaymentId(answer.body);
    setOutcome({ answer, command });
  }
  const body = operation.body && own(operation, operation.body);
  return (
    <form onSubmit={submit} noValidate autoComplete="off" className="grid gap-4">
      {!open && <KeyField error={faults.apiKey} />}
      {parameters.map((parameter) => (
        <ParameterField
          key={parameter.name}
          parameter={{ ...parameter, example: own(operation, parameter.example) }}
          error={faults[parameter.name]}
        />
      ))}
      {body && (
        <Field label="Body">
          <Textarea mono name="body" rows={body.split('\n').length + 1} defaultValue={body} />
        </Field>
      )}
      <Button
        type="submit"
        variant="primary"
        busy={outcome === 'sending'}
        className="justify-self-start"
      >
        {outcome === 'sending' ? 'Sending…' : `Send ${method}`}
      </Button>
      <Answer outcome={outcome} />
    </form>
  );
}

/** Replaces the example's payment id with the id of the user's last payment. */
function own({ examplePayment }: TryOperation, text: string): string {
  return text.replaceAll(examplePayment, readLastPaymentId() ?? examplePayment);
}

interface ParameterProps {
  readonly parameter: TryParameter;
  readonly error: string | undefined;
}

function ParameterField({ parameter, error }: ParameterProps) {
  const { name, place, required, example, values } = parameter;
  const label = (
    <>
      <span className="mono">{name}</span>
      <span className="font-normal text-ink-3">
        {` in the ${place}${required ? '' : ', optional'}`}
      </span>
    </>
  );
  return (
    <Field label={label} error={error}>
      {values ? (
        <Select name={name} defaultValue={example}>
          {!required && <option value="">not given</option>}
          {values.map((one) => (
            <option key={one}>{one}</option>
          ))}
        </Select>
      ) : (
        <Input mono name={name} defaultValue={example} />
      )}
    </Field>
  );
}

/** The key stays in this page's memory, unless the user chooses to keep it for the tab. */
function KeyField({ error }: { error: string | undefined }) {
  const [key, setKey] = useState(readTryApiKey);
  const [kept, setKept] = useState(key !== '');
  useEffect(() => storeTryApiKey(kept ? key : undefined), [kept, key]);
  return (
    <div className="grid gap-2">
      <Field
        label="API key of the sandbox"
        hint={`${kept ? 'Kept in this tab until you close it.' : 'Kept on this page only.'} Create a key in the dashboard under API keys.`}
        error={error}
      >
        <Input
          mono
          name="apiKey"
          type="password"
          autoComplete="off"
          placeholder="btly_reg_…"
          value={key}
          onChange={(event) => setKey(event.target.value.trim())}
        />
      </Field>
      <Checkbox
        label="Keep the key for this tab"
        checked={kept}
        onChange={(event) => setKept(event.target.checked)}
      />
    </div>
  );
}

type Outcome =
  | 'sending'
  | {
      /** Undefined if the server could not be reached. */
      readonly answer: TryResponse | undefined;
      readonly command: string;
    };

function Answer({ outcome }: { outcome: Outcome | undefined }) {
  return (
    <div aria-live="polite" className="grid grid-cols-[minmax(0,1fr)] gap-3">
      {typeof outcome === 'object' && (
        <>
          {outcome.answer ? (
            <Answered answer={outcome.answer} />
          ) : (
            <p className="text-failed font-medium">
              No response. Check that the server is running, then send again.
            </p>
          )}
          <details>
            <summary className="min-h-6 cursor-pointer text-ink-2">As a curl command</summary>
            <CodeBlock className="mt-2" code={outcome.command} label="command of the request" />
          </details>
        </>
      )}
    </div>
  );
}

function Answered({ answer }: { answer: TryResponse }) {
  const { status, statusText, milliseconds, headers, body } = answer;
  return (
    <>
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <Badge tone={status < 400 ? 'confirmed' : 'failed'}>
          {status} {statusText}
        </Badge>
        <span className="text-ink-2">after {milliseconds} ms</span>
      </p>
      {body !== '' && <CodeBlock code={body} label="response body" />}
      <details>
        <summary className="min-h-6 cursor-pointer text-ink-2">
          Response headers ({headers.length})
        </summary>
        <CodeBlock
          className="mt-2"
          code={headers.map(([name, value]) => `${name}: ${value}`).join('\n')}
          label="response headers"
        />
      </details>
    </>
  );
}

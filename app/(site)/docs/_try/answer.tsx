'use client';

import { Badge } from '@/app/_ui/badge';
import { CodeBlock } from '@/app/_ui/code-block';
import type { TryAnswer } from './send-request';

/** The outcome of a request; `command` sends the same request from a shell. */
export type Outcome =
  | { readonly state: 'sending' }
  | { readonly state: 'unreachable'; readonly command: string }
  | { readonly state: 'answered'; readonly answer: TryAnswer; readonly command: string };

/** The answer under the form: status, time, headers, body, and the request as a command. */
export function Answer({ outcome }: { outcome: Outcome | undefined }) {
  return (
    <div aria-live="polite" className="grid grid-cols-[minmax(0,1fr)] gap-3">
      {outcome?.state === 'unreachable' && (
        <p className="text-failed font-medium">
          No answer. Check that the server is running, then send again.
        </p>
      )}
      {outcome?.state === 'answered' && <Answered answer={outcome.answer} />}
      {outcome && outcome.state !== 'sending' && (
        <details>
          <summary className="min-h-6 cursor-pointer text-ink-2">As a curl command</summary>
          <CodeBlock className="mt-2" code={outcome.command} label="command of the request" />
        </details>
      )}
    </div>
  );
}

function Answered({ answer }: { answer: TryAnswer }) {
  const { status, statusText, milliseconds, headers, body } = answer;
  return (
    <>
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <Badge tone={status < 400 ? 'confirmed' : 'failed'}>
          {status} {statusText}
        </Badge>
        <span className="text-ink-2">after {milliseconds} ms</span>
      </p>
      {body !== '' && <CodeBlock code={body} label="answer body" />}
      <details>
        <summary className="min-h-6 cursor-pointer text-ink-2">
          Headers of the answer ({headers.length})
        </summary>
        <CodeBlock
          className="mt-2"
          code={headers.map(([name, value]) => `${name}: ${value}`).join('\n')}
          label="answer headers"
        />
      </details>
    </>
  );
}

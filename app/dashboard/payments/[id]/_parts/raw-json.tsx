import { CodeBlock } from '@/app/_ui/code-block';
import type { PaymentAnswer } from '@/lib/http/answers/payment';

/** The payment exactly as the API shows it. */
export function RawJson({ payment }: { payment: PaymentAnswer }) {
  return (
    <details className="group grid gap-3">
      <summary className="w-fit rounded-badge text-section">As the API shows it</summary>
      <CodeBlock
        label="payment as JSON"
        code={JSON.stringify(payment, undefined, 2)}
        className="mt-3"
      />
    </details>
  );
}

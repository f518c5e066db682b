import captured from './examples.json';

interface Examples {
  readonly paymentId: string;
  /** Examples by operation id; responses by status. */
  readonly operations: Readonly<
    Record<
      string,
      { readonly request?: unknown; readonly answers: Readonly<Record<string, unknown>> }
    >
  >;
  readonly problems: Readonly<Record<string, object>>;
  /** Examples of webhook bodies by event type. */
  readonly webhooks: Readonly<Record<string, unknown>>;
}

/** Real requests and responses, captured by test/integration/api/openapi.test.ts. */
export const EXAMPLES: Examples = captured;

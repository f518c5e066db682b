import captured from './examples.json';

interface Examples {
  readonly paymentId: string;
  /** By operation id; responses by status. */
  readonly operations: Readonly<
    Record<
      string,
      { readonly request?: unknown; readonly answers: Readonly<Record<string, unknown>> }
    >
  >;
  readonly problems: Readonly<Record<string, object>>;
  /** By event type. */
  readonly webhooks: Readonly<Record<string, unknown>>;
}

/** Real requests and responses, captured by test/integration/api/openapi.test.ts. */
export const EXAMPLES: Examples = captured;

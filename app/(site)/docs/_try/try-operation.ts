export interface TryParameter {
  readonly place: 'path' | 'query' | 'header';
  readonly name: string;
  readonly required: boolean;
  readonly example: string;
  /** The allowed values, if they are limited. */
  readonly values?: readonly string[];
}

/** An operation that the reader can send from its page. */
export interface TryOperation {
  readonly method: 'GET' | 'POST';
  /** The path, with parameter names in braces. */
  readonly path: string;
  /** This server's URL, for the curl command. The page itself uses relative URLs. */
  readonly baseUrl: string;
  /** True if the operation needs no key. */
  readonly open: boolean;
  readonly parameters: readonly TryParameter[];
  /** The initial body, as JSON; undefined for an operation without a body. */
  readonly body?: string;
  /** The payment id in the examples. No such payment exists. */
  readonly examplePayment: string;
}

export interface TryParameter {
  readonly place: 'path' | 'query' | 'header';
  readonly name: string;
  readonly required: boolean;
  readonly example: string;
  readonly values?: readonly string[];
}

export interface TryOperation {
  readonly method: 'GET' | 'POST';
  /** The path, with parameter names in braces. */
  readonly path: string;
  /** This server's URL, for the curl command. The page itself uses relative URLs. */
  readonly baseUrl: string;
  readonly open: boolean;
  readonly parameters: readonly TryParameter[];
  /** JSON; undefined for an operation without a body. */
  readonly body?: string;
  /** The payment id in the examples. No payment has this id. */
  readonly examplePayment: string;
}

/** A parameter of an operation, as its form shows it. */
export interface TryParameter {
  readonly place: 'path' | 'query' | 'header';
  readonly name: string;
  readonly required: boolean;
  /** What its field holds at first. */
  readonly example: string;
  /** When only these are known. */
  readonly values?: readonly string[];
}

/** An operation of the API that can be tried out beside its description. */
export interface TryOperation {
  readonly method: 'GET' | 'POST';
  /** With names in braces. */
  readonly path: string;
  /** Of this server, for the curl command: the page itself asks the server it came from. */
  readonly baseUrl: string;
  /** Needs no key. */
  readonly open: boolean;
  readonly parameters: readonly TryParameter[];
  /** The body to begin with, as JSON; none for an operation that takes none. */
  readonly body?: string;
  /** The payment of the examples, which no reader has. */
  readonly examplePayment: string;
}

import type {
  SandboxDoubleSpend,
  SandboxDoubleSpent,
  SandboxMine,
  SandboxMined,
  SandboxPay,
  SandboxReorg,
  SandboxReorganised,
  SandboxReplace,
  SandboxTransaction,
} from './api.js';
import type { Caller, RequestOptions } from './caller.js';

/** The operations for API keys on the built-in sandbox. */
export class SandboxClient {
  readonly #caller: Caller;

  constructor(caller: Caller) {
    this.#caller = caller;
  }

  sandboxPay(body: SandboxPay, options?: RequestOptions): Promise<SandboxTransaction> {
    return this.#caller.ask('sandboxPay', { body }, options);
  }

  sandboxMine(body: SandboxMine = {}, options?: RequestOptions): Promise<SandboxMined> {
    return this.#caller.ask('sandboxMine', { body }, options);
  }

  sandboxReplace(body: SandboxReplace, options?: RequestOptions): Promise<SandboxTransaction> {
    return this.#caller.ask('sandboxReplace', { body }, options);
  }

  sandboxDoubleSpend(
    body: SandboxDoubleSpend,
    options?: RequestOptions,
  ): Promise<SandboxDoubleSpent> {
    return this.#caller.ask('sandboxDoubleSpend', { body }, options);
  }

  sandboxReorg(body: SandboxReorg = {}, options?: RequestOptions): Promise<SandboxReorganised> {
    return this.#caller.ask('sandboxReorg', { body }, options);
  }
}

import type { AdminDeps } from '@/scripts/admin/command';
import { errorResponse } from '@/scripts/admin/error-response';
import { prepare } from '@/scripts/admin/prepare';

// biome-ignore lint/suspicious/noExplicitAny: each command prints an object of its own shape
type Printed = any;

/** Like `npm run admin -- … --json`, but in this process. */
export async function runAdmin(deps: AdminDeps, argv: readonly string[]): Promise<Printed> {
  try {
    const prepared = prepare(argv);
    return 'text' in prepared ? prepared : await prepared.run(deps);
  } catch (error) {
    return errorResponse(error);
  }
}

import { DescriptorError } from '@/lib/bitcoin/descriptor';
import { Problem } from '@/lib/domain/problems';

/**
 * Runs what reads a descriptor that a person typed.
 *
 * @throws Problem `invalid_request` at the field; it never quotes what was typed
 */
export async function readingDescriptor<T>(run: () => T | Promise<T>): Promise<T> {
  try {
    return await run();
  } catch (error) {
    if (!(error instanceof DescriptorError)) throw error;
    const { code, message } = error;
    throw new Problem('invalid_request', message, {
      errors: [{ pointer: '/descriptor', code, message }],
    });
  }
}

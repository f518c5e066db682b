import { config } from 'zod';

// Without this line, zod would try `eval`, and the browser would report a violation of the
// Content-Security-Policy. On the server, `eval` is allowed and makes zod faster.
if (typeof document !== 'undefined') config({ jitless: true });

/**
 * zod for form schemas, which browsers check too. Use `import * as z`, which includes only the used
 * parts. The object `z` would add messages in forty languages.
 */
export * from 'zod';

import { config } from 'zod';

// The Content-Security-Policy forbids code made from text ('unsafe-eval'), and the browser would
// report zod's attempt as a violation. On the server such code is allowed, and faster.
if (typeof document !== 'undefined') config({ jitless: true });

/**
 * zod for form schemas, which browsers check too. With `import * as z`, a page includes only the
 * parts that its forms use. The object `z` would add messages in forty languages.
 */
export * from 'zod';

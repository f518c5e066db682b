import { config } from 'zod';

// Pages may not run code that is made from text (script-src without 'unsafe-eval'). If zod tried
// that, the browser would report a violation. On the server such code is allowed, and faster.
if (typeof document !== 'undefined') config({ jitless: true });

/**
 * zod for the schemas of forms, which browsers check too. With `import * as z`, a page contains
 * only the parts of zod that its forms use. The object `z` would add messages in forty languages.
 */
export * from 'zod';

import { config } from 'zod';

// Pages may not run code made from text (script-src without 'unsafe-eval'). zod would try to run
// such code, which the browser reports as a breach of that policy. On the server, generated code is
// allowed and faster.
if (typeof document !== 'undefined') config({ jitless: true });

/**
 * zod for the schemas of forms, which browsers check too. With `import * as z`, pages get only the
 * parts that their forms use. The object `z` would add messages in forty languages.
 */
export * from 'zod';

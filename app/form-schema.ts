import { config } from 'zod';

// Pages may not run code made from text (script-src without 'unsafe-eval'). zod would try whether
// it may, which the browser reports as a breach of that policy. On the server it is faster so.
if (typeof document !== 'undefined') config({ jitless: true });

/**
 * For the schemas of forms, which the browser checks too: `import * as z`, of which pages get what
 * their forms use, and not the messages in forty languages that the object `z` holds.
 */
export * from 'zod';

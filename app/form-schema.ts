import { config, z } from 'zod';

// Pages may not run code made from text (script-src without 'unsafe-eval'). zod would try whether
// it may, which the browser reports as a breach of that policy. On the server it is faster so.
if (typeof document !== 'undefined') config({ jitless: true });

/** For the schemas of forms, which the browser checks too. */
export { z };

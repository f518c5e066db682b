import { config } from 'zod';

// Pages may not run code made from text (script-src without 'unsafe-eval'). zod would try whether
// it may, which the browser reports as a breach of that policy.
config({ jitless: true });

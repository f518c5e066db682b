#!/usr/bin/env node
// Import nothing before this: an old Node.js could not load it.
import '../needs-node.mjs';

import('./cli.mjs');

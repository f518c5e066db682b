#!/usr/bin/env node
// This import must be first, because an old Node.js cannot load any other file.
import '../needs-node.mjs';

import('./cli.mjs');

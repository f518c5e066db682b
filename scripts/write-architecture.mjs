import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { withTable } from './checks/architecture-table.mjs';
import { ROOT } from './lib/checkout.mjs';

const file = path.join(ROOT, 'ARCHITECTURE.md');
writeFileSync(file, withTable(readFileSync(file, 'utf8')));

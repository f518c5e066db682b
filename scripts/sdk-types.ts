import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { apiTypes } from './lib/api-types';
import { ROOT } from './lib/checkout.mjs';

const { file, text } = apiTypes();
writeFileSync(path.join(ROOT, file), text);

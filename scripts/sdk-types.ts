import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { ROOT } from './lib/checkout.mjs';
import { generateApiTypes } from './lib/generate-api-types';

const { file, text } = generateApiTypes();
writeFileSync(path.join(ROOT, file), text);

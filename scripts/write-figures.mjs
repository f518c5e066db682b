import { writeFigures } from './figures/pages.mjs';
import { ROOT } from './lib/checkout.mjs';

writeFigures(ROOT);

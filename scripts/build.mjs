// Builds what the container image runs.
import { ensureBuilt } from './lib/build.mjs';

await ensureBuilt({ log: (line) => console.log(line) });

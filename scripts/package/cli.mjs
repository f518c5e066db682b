import { readFileSync } from 'node:fs';
import path from 'node:path';
import { defaultDataDir, readCommandLine, WrongCommandLine } from './command-line.mjs';
import { describePackageInstallation, MANIFEST } from './installation.mjs';

async function main(argv) {
  const { version } = JSON.parse(readFileSync(MANIFEST, 'utf8'));
  const asked = readCommandLine(argv, version);
  if (asked.what === 'text') {
    process.stdout.write(`${asked.text.trimEnd()}\n`);
    return 0;
  }
  const dataDir = path.resolve(
    asked.dataDir ?? (process.env.DATA_DIR || defaultDataDir(process.env.XDG_DATA_HOME)),
  );
  process.env.DATA_DIR = dataDir;
  if (asked.port !== undefined) process.env.PORT = asked.port;
  const installation = describePackageInstallation(dataDir);
  if (asked.what === 'start') {
    console.log(`Blocktally ${version} is starting; its data is in ${dataDir} …`);
    const { start } = await import('../lib/start.mjs');
    return start({ installation, backupTo: asked.backupTo && path.resolve(asked.backupTo) });
  }
  const { runAdmin } = await import('../lib/run-admin.mjs');
  return runAdmin(installation, asked.words);
}

main(process.argv.slice(2))
  .catch((error) => {
    if (!(error instanceof WrongCommandLine)) throw error;
    console.error(`${error.message}\nHelp: blocktally --help`);
    return 2;
  })
  .then((code) => process.exit(code));

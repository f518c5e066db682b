import { createHash } from 'node:crypto';
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { CACHE, ROOT } from './lib/checkout.mjs';
import { printLine } from './lib/progress.mjs';
import { run, runNode, runNpm } from './lib/run.mjs';

/**
 * Makes a release in dist: the package, its SHA-256 and its SBOM (CycloneDX). It builds a clone of
 * the last commit, so other files of this machine are not included, and the same commit always
 * gives the same bytes.
 */
async function release() {
  const { version } = JSON.parse(readFileSync(path.join(ROOT, 'package.json'), 'utf8'));
  if (await output(run('git', ['status', '--porcelain']))) {
    throw new Error('The checkout has changes. Commit them first.');
  }
  if (!readFileSync(path.join(ROOT, 'CHANGELOG.md'), 'utf8').includes(`\n## ${version}\n`)) {
    throw new Error(`CHANGELOG.md has no heading "## ${version}".`);
  }
  const name = `blocktally-${version}`;
  const dist = path.join(ROOT, 'dist');
  mkdirSync(CACHE, { recursive: true });
  const folder = mkdtempSync(path.join(CACHE, 'release-'));
  try {
    // npm names the SBOM's component after the folder.
    const clone = path.join(folder, 'blocktally');
    await output(run('git', ['clone', '--quiet', ROOT, clone]));
    printLine(`Building ${name}, which takes two minutes …`);
    const commit = await output(run('git', ['rev-parse', 'HEAD'], { cwd: clone }));
    await output(runNode(['scripts/package.mjs'], { cwd: clone, env: environmentOf(commit) }));
    mkdirSync(dist, { recursive: true });
    const file = path.join(dist, `${name}.tgz`);
    copyFileSync(path.join(clone, 'dist', `${name}.tgz`), file);
    const sum = createHash('sha256').update(readFileSync(file)).digest('hex');
    writeFileSync(`${file}.sha256`, `${sum}  ${name}.tgz\n`);
    writeFileSync(path.join(dist, `${name}.cdx.json`), await materials(clone));
    printLine(`dist has ${name}.tgz, its checksum and its SBOM.`);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Next.js would otherwise choose these values at random in each build. */
function environmentOf(commit) {
  const key = createHash('sha256').update(commit).digest('base64');
  return { ...process.env, RELEASE_COMMIT: commit, NEXT_SERVER_ACTIONS_ENCRYPTION_KEY: key };
}

async function materials(clone) {
  const args = ['sbom', '--sbom-format=cyclonedx', '--omit=dev', '--package-lock-only'];
  const { serialNumber, ...sbom } = JSON.parse(await output(runNpm(args, { cwd: clone })));
  sbom.metadata.timestamp = await output(
    run('git', ['log', '-1', '--format=%cd', '--date=format-local:%Y-%m-%dT%H:%M:%SZ'], {
      cwd: clone,
      env: { ...process.env, TZ: 'UTC' },
    }),
  );
  return `${JSON.stringify(sbom, null, 2)}\n`;
}

/** @param {ReturnType<typeof run>} program */
async function output(program) {
  const { ok, output } = await program;
  if (!ok) throw new Error(output.trim());
  return output.trim();
}

release().catch(({ message }) => {
  console.error(`\nThe release could not be made.\n\n${message}`);
  process.exit(1);
});

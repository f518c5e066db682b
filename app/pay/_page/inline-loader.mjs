import path from 'node:path';
import { build } from 'esbuild';

/**
 * A Turbopack loader: `import text from './file.ts?inline'` imports a script or style sheet,
 * bundled and minified, as a string.
 */
export default function inlineLoader() {
  const done = this.async();
  const root = this.rootContext;
  build({
    entryPoints: [this.resourcePath],
    absWorkingDir: root,
    alias: { '@': root },
    bundle: true,
    minify: true,
    write: false,
    metafile: true,
    format: 'iife',
    target: ['chrome94', 'firefox93', 'safari15.4'],
    legalComments: 'none',
    charset: 'utf8',
  }).then(({ metafile, outputFiles }) => {
    for (const input of Object.keys(metafile.inputs)) this.addDependency(path.resolve(root, input));
    done(null, `export default ${JSON.stringify(outputFiles[0].text.trim())};`);
  }, done);
}

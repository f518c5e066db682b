import { readFileSync } from 'node:fs';
import path from 'node:path';
import { complaintsAboutCompose } from './compose.mjs';
import { complaintsAboutDockerfile } from './dockerfile.mjs';

/** What would break the build of the image, or keep the services from running together. */
export function checkContainers(root) {
  const read = (file) => readFileSync(path.join(root, file), 'utf8');
  const dockerfile = read('Dockerfile');
  const settings = [...read('.env.example').matchAll(/^#? ?([A-Z][A-Z0-9_]+)=/gm)].map(
    ([, name]) => name,
  );
  return [
    ...complaintsAboutDockerfile(dockerfile),
    ...complaintsAboutCompose({ compose: read('compose.yaml'), dockerfile, settings }),
  ];
}

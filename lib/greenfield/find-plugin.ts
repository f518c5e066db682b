import { PLUGINS, type Plugin } from './plugins';

const OTHER = PLUGINS.at(-1) as Plugin;

export function findPlugin(id: string): Plugin | undefined {
  return PLUGINS.find((plugin) => plugin.id === id);
}

/** Returns the entry of `PLUGINS` for the name and identifier that a plugin gave itself. */
export function detectPlugin(given: {
  readonly label: string;
  readonly applicationIdentifier: string | null;
}): Plugin {
  const text = `${given.label} ${given.applicationIdentifier ?? ''}`.toLowerCase();
  return PLUGINS.find(({ called }) => called !== '' && text.includes(called)) ?? OTHER;
}

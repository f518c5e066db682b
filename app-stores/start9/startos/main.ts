import { FileHelper } from '@start9labs/start-sdk';
import { store } from './fileModels/store.json';
import { HOST_ID, INTERFACE_ID, PORT } from './interfaces';
import { sdk } from './sdk';
import { BINDINGS, buildServerEnvironment, NODE_COOKIE_PATH, NODE_MOUNT } from './sources';

/** StartOS mounts volumes as root, but PostgreSQL and the server run as the image's user. */
export const CHOWN_DATA_COMMAND: [string, ...string[]] = ['chown', '-R', '1000:1000', '/data'];

export const dataMount = () =>
  sdk.Mounts.of().mountVolume({
    volumeId: 'main',
    subpath: null,
    mountpoint: '/data',
    readonly: false,
  });

export const main = sdk.setupMain(async ({ effects }) => {
  const { source = 'bitcoind', publicUrl } = (await store.read().const(effects)) ?? {};
  const address = await sdk.host
    .getBridgeAddress(effects, { packageId: source, ...BINDINGS[source], ssl: false })
    .const();
  // A service's volume can be mounted only while that service is installed.
  const hasCookie = source === 'bitcoind' && address !== null;
  const mounts = hasCookie
    ? dataMount().mountDependency({
        dependencyId: 'bitcoind',
        volumeId: 'main',
        subpath: null,
        mountpoint: NODE_MOUNT,
        readonly: true,
      })
    : dataMount();
  const subcontainer = sdk.SubContainer.of(effects, { imageId: 'main' }, mounts, 'server');
  // The node writes a new cookie file at each start. Because of `.const()`, StartOS then runs main
  // again.
  const cookie = hasCookie
    ? await FileHelper.string(`${await subcontainer.rootfs}${NODE_COOKIE_PATH}`)
        .read()
        .const(effects)
    : null;
  const appUrl = publicUrl || (await ownUrl(effects));
  const env = buildServerEnvironment({
    source,
    address,
    cookie,
    appUrl,
    osIp: await sdk.getOsIp(effects),
  });
  return sdk.Daemons.of(effects)
    .addOneshot('own-data', {
      subcontainer,
      exec: { command: CHOWN_DATA_COMMAND, user: 'root' },
      requires: [],
    })
    .addDaemon('server', {
      subcontainer,
      exec: { command: sdk.useEntrypoint(), env, sigtermTimeout: 60_000 },
      ready: {
        display: 'Web interface',
        gracePeriod: 60_000,
        fn: () =>
          sdk.healthCheck.checkPortListening(effects, PORT, {
            successMessage: 'The web interface is ready',
            errorMessage: 'The web interface is not ready',
          }),
      },
      requires: ['own-data'],
    });
});

async function ownUrl(effects: Parameters<typeof sdk.getOsIp>[0]): Promise<string | null> {
  const host = await sdk.host
    .getOwn(effects, HOST_ID, (host) => host?.bindings[PORT]?.interfaces[INTERFACE_ID])
    .const();
  const [url] = host?.addressInfo?.nonLocal.format() ?? [];
  return url ?? null;
}

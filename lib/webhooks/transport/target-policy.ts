import { networkInterfaces } from 'node:os';
import type { Service } from './own-services';
import type { TargetPolicy } from './target-url';

/** The settings that say where webhooks may go. */
export interface TargetSettings {
  readonly privateWebhookTargets: boolean;
  readonly port: number;
  readonly appUrl: URL;
  readonly services: readonly Service[];
}

/** The rules for webhook URLs on this server. */
export function targetPolicy(settings: TargetSettings): TargetPolicy {
  const { privateWebhookTargets: allowPrivate, port, appUrl, services } = settings;
  const machine = () =>
    Object.values(networkInterfaces()).flatMap((of) => (of ?? []).map(({ address }) => address));
  return { allowPrivate, own: { port, publicHost: appUrl.hostname, services, machine } };
}

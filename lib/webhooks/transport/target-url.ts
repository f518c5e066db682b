import { isIP } from 'node:net';
import { networkInterfaces } from 'node:os';
import { MAX_URL_LENGTH } from '@/lib/domain/limits';
import { parseUrl } from '@/lib/domain/parse-url';
import { isListedTarget, type PrivateTargets } from '@/lib/net/private-targets';
import { isOnion } from '@/lib/net/socks-proxy';
import { classifyAddress } from './address-class';
import {
  isNamedService,
  isOwnOnion,
  type OwnService,
  type OwnServices,
  WEB_PORTS,
} from './own-services';

export interface TargetPolicy {
  /** Whether WEBHOOK_PRIVATE_TARGETS allows private addresses and any port for all hosts. */
  readonly allowPrivate: boolean;
  /**
   * Hosts and addresses for which private addresses and any port are allowed even if `allowPrivate`
   * is false.
   */
  readonly listed?: PrivateTargets | undefined;
  readonly own?: OwnServices;
  /** The SOCKS5 proxy for onion services. Without it, they are refused. */
  readonly socksProxy?: URL | undefined;
}

export interface TargetSettings {
  readonly privateWebhookTargets: boolean;
  readonly listedWebhookTargets: PrivateTargets | undefined;
  readonly port: number;
  readonly appUrls: readonly URL[];
  readonly services: readonly OwnService[];
  readonly socksProxy: URL | undefined;
}

export function targetPolicy(settings: TargetSettings): TargetPolicy {
  const { privateWebhookTargets: allowPrivate, listedWebhookTargets: listed } = settings;
  const { port, appUrls, services } = settings;
  const machine = () =>
    Object.values(networkInterfaces()).flatMap((of) => (of ?? []).map(({ address }) => address));
  return {
    allowPrivate,
    listed,
    own: { port, publicHosts: appUrls.map(({ hostname }) => hostname), services, machine },
  };
}

/** Allows private addresses if the operator has listed this host or address. */
export function policyFor(host: string, policy: TargetPolicy): TargetPolicy {
  const isListed = policy.listed && isListedTarget(host, policy.listed);
  return isListed ? { ...policy, allowPrivate: true } : policy;
}

export const REFUSAL_REASONS = [
  'invalid_url',
  'not_http',
  'credentials',
  'too_long',
  'local_name',
  'onion',
  'not_public',
  'port',
  'own_service',
] as const;

/** The message is public and ends with a remedy. */
export interface TargetRefusal {
  readonly reason: (typeof REFUSAL_REASONS)[number];
  readonly message: string;
}

export interface TargetUrl {
  readonly url: URL;
  /** A host name or IP address. An IPv6 literal has no brackets. */
  readonly hostname: string;
  readonly port: number;
  readonly secure: boolean;
  /** Whether `hostname` is an IP address. */
  readonly literal: boolean;
}

export type UrlVerdict =
  | { readonly kind: 'allowed'; readonly target: TargetUrl }
  | { readonly kind: 'refused'; readonly refusal: TargetRefusal };

/** Lower ports belong to mail, shells and similar services (RFC 6335, 6). */
const FIRST_USER_PORT = 1_024;

/** Names that are never public hosts (RFC 6761, 6762, 8375; ICANN on .internal). */
const LOCAL_SUFFIXES = ['localhost', 'internal', 'local', 'lan', 'home.arpa', 'svc'];
/** Services in a Kubernetes cluster. */
const CLUSTER_NAME = /\.svc(\.cluster\.local)?\.?$/;
/**
 * Addresses of these classes are always refused, because no shop has one. Clouds provide a
 * machine's credentials at some of them, and an IPv4-in-IPv6 address could hide such an address.
 */
const NEVER: readonly string[] = ['link-local', 'cloud metadata', 'IPv4-in-IPv6'];

const USE_PUBLIC_NAME =
  'Use the name under which the internet reaches your server; a self-hosted server sends to private ones only where WEBHOOK_PRIVATE_TARGETS allows it.';

/** The refusal does not reveal what listens at the target. */
export const OWN_SERVICE_REFUSAL: TargetRefusal = {
  reason: 'own_service',
  message:
    'The webhook URL leads to the Blocktally server itself or to a service that it uses. Use the address and port of your own web server; where it shares a machine with Blocktally, use port 80 or 443.',
};

const ONION: TargetRefusal = {
  reason: 'onion',
  message:
    'The webhook URL is an onion service, and this server has no way into Tor. Use a public host name, or ask the operator to set SOCKS_PROXY.',
};

/** Applies the rules that need no network: scheme, credentials, names, ports and literals. */
export function inspectUrl(text: string, general: TargetPolicy): UrlVerdict {
  const target = readUrl(text);
  if ('reason' in target) return { kind: 'refused', refusal: target };
  const policy = policyFor(target.hostname, general);
  const refuse = target.literal ? findAddressRefusal : refuseName;
  const refusal = isOnion(target.hostname)
    ? refuseOnion(target, policy)
    : refuse(target.hostname, policy);
  if (refusal) return { kind: 'refused', refusal };
  if (!policy.allowPrivate) {
    if (!WEB_PORTS.has(target.port) && target.port < FIRST_USER_PORT) {
      return { kind: 'refused', refusal: refusePort(target.port) };
    }
  }
  if (policy.own && isNamedService(target.hostname, target.port, policy.own)) {
    return { kind: 'refused', refusal: OWN_SERVICE_REFUSAL };
  }
  return { kind: 'allowed', target };
}

/** Returns undefined for an allowed address. */
export function findAddressRefusal(
  address: string,
  { allowPrivate }: TargetPolicy,
): TargetRefusal | undefined {
  const classified = classifyAddress(address);
  if (classified && classified.notPublic === undefined) return undefined;
  const what = classified?.notPublic ?? 'unreadable';
  if (NEVER.includes(what)) {
    return {
      reason: 'not_public',
      message: `The webhook URL leads to ${article(what)} ${what} address, which is no address of a shop. Use the address of your own web server.`,
    };
  }
  if (allowPrivate) return undefined;
  return {
    reason: 'not_public',
    message: `The webhook URL leads to ${article(what)} ${what} address, and webhooks go to public addresses only. ${USE_PUBLIC_NAME}`,
  };
}

/** Returns host:port in lower case, the unit of the breaker and of fair sharing. */
export function hostKey(url: string): string {
  const { hostname, port, protocol } = new URL(url);
  return `${hostname}:${port || (protocol === 'https:' ? '443' : '80')}`;
}

function readUrl(text: string): TargetUrl | TargetRefusal {
  if (text.length > MAX_URL_LENGTH) {
    return {
      reason: 'too_long',
      message: `A webhook URL has at most ${MAX_URL_LENGTH} characters. Use a shorter one.`,
    };
  }
  const url = parseUrl(text);
  if (!url) {
    return {
      reason: 'invalid_url',
      message: 'The webhook URL is not a complete URL. Write it as https://host/path.',
    };
  }
  if (url.protocol !== 'http:' && url.protocol !== 'https:') {
    return {
      reason: 'not_http',
      message: 'A webhook URL starts with https:// or http://. Use one of these.',
    };
  }
  if (url.username !== '' || url.password !== '') {
    return {
      reason: 'credentials',
      message:
        'A webhook URL must not contain a user name or password. Verify the signature of the webhook instead.',
    };
  }
  const hostname = url.hostname.replace(/^\[|\]$/g, '');
  const secure = url.protocol === 'https:';
  return {
    url,
    hostname,
    port: Number(url.port || (secure ? 443 : 80)),
    secure,
    literal: isIP(hostname) !== 0,
  };
}

function refuseName(name: string, { allowPrivate }: TargetPolicy): TargetRefusal | undefined {
  if (allowPrivate && !CLUSTER_NAME.test(name)) return undefined;
  const local =
    name.endsWith('.') ||
    !name.includes('.') ||
    LOCAL_SUFFIXES.some((suffix) => name === suffix || name.endsWith(`.${suffix}`));
  if (!local) return undefined;
  return {
    reason: 'local_name',
    message: allowPrivate
      ? 'The webhook URL names a service inside a Kubernetes cluster. Use the name under which your web server is reached from outside.'
      : `The webhook URL names a host that only a local network knows. ${USE_PUBLIC_NAME}`,
  };
}

function refuseOnion(
  { hostname, port }: TargetUrl,
  { own, socksProxy, allowPrivate }: TargetPolicy,
): TargetRefusal | undefined {
  if (!socksProxy) return ONION;
  return own && isOwnOnion(hostname, port, own, allowPrivate) ? OWN_SERVICE_REFUSAL : undefined;
}

function refusePort(port: number): TargetRefusal {
  return {
    reason: 'port',
    message: `The webhook URL has port ${port}, and webhooks go to the ports 80, 443 and 1024 to 65535 only. Use one of these.`,
  };
}

function article(word: string): string {
  return /^[aeiou]/i.test(word) ? 'an' : 'a';
}

import { z } from 'zod';
import {
  followsRealNetwork,
  parseSources,
  requireProxyForOnions,
  type SourceSettings,
  sourceUrls,
} from '@/lib/chain/sources/source-setting';
import { type ExplorerTemplate, parseExplorers } from '@/lib/domain/explorer';
import {
  cookieFileEnvName,
  explorerEnvName,
  NETWORKS,
  type Network,
  networkEnvName,
  pushEnvName,
} from '@/lib/domain/network';
import { parseUrl } from '@/lib/domain/parse-url';
import { parseIpRange } from '@/lib/net/ip-range';
import type { AppUrls } from '@/lib/net/own-site';
import { type PrivateTargets, parsePrivateTargets } from '@/lib/net/private-targets';
import { START_COMMAND } from '@/lib/own-commands.mjs';
import type { RateSettings } from '@/lib/rates/rate-settings';
import { rateSettings, rateVariables } from '@/lib/rates/rate-variables';
import { type MailSettings, mailSettings, mailVariables } from '@/lib/settings/mail';
import { type MisspelledVariable, misspelledVariables } from '@/lib/settings/misspelled-variables';
import { type ProviderSetting, providerSettings } from '@/lib/settings/providers';
import { type ServiceAddress, toServiceAddresses } from '@/lib/settings/services';
import { type TracingSettings, tracingSettings, tracingVariables } from '@/lib/settings/tracing';
import {
  databaseUrl,
  encodedUrl,
  httpUrl,
  siteUrls,
  socksUrl,
  toAppUrls,
} from '@/lib/settings/urls';
import { wholeNumberSchema } from '@/lib/whole-number-schema';

export interface Env extends SourceSettings {
  readonly port: number;
  readonly host: string;
  /** The public URL from which links are made, which is the first URL of APP_URL. */
  readonly appUrl: URL;
  /** The URLs at which pages and sign-in work, beginning with {@link Env.appUrl}. */
  readonly appUrls: AppUrls;
  readonly databaseUrl: string;
  readonly databaseMaxConnections: number;
  readonly dataDir: string;
  /** The server's secret key, 32 bytes. If undefined, the data folder has a generated one. */
  readonly secretKey: Uint8Array | undefined;
  readonly privateWebhookTargets: boolean;
  /** The private hosts and addresses that webhooks may reach if they may not reach all. */
  readonly listedWebhookTargets: PrivateTargets | undefined;
  /** The block explorers to which the dashboard links transactions; none by default. */
  readonly explorers: Readonly<Partial<Record<Network, ExplorerTemplate>>>;
  /** Servers to which this one connects because of its settings. No webhook may reach them. */
  readonly services: readonly ServiceAddress[];
  readonly inngest: boolean;
  /** Undefined if mail is off. */
  readonly mail: MailSettings | undefined;
  readonly rates: RateSettings;
  readonly signUp: 'open' | 'first' | 'closed';
  /** Whether only this machine can reach the server and no real network is configured. */
  readonly ownMachine: boolean;
  readonly realNetwork: boolean;
  /** Whether `npm start` creates the demo shop in an empty installation. */
  readonly demo: boolean;
  /** Whether BTCPay's API is on, for shop plugins. */
  readonly greenfield: boolean;
  readonly signInProviders: readonly ProviderSetting[];
  readonly logLevel: string;
  /** Maximum requests per minute, for a key and for an IP address; 0 switches a limit off. */
  readonly rateLimitPerKey: number;
  readonly rateLimitPerIp: number;
  /** Maximum consecutive unpaid addresses that a wallet's payment links may use in an hour. */
  readonly linkGapLimit: number;
  /** CIDR ranges of the reverse proxies whose X-Forwarded-For is trusted. */
  readonly trustedProxies: readonly string[];
  /** Bearer token of /metrics. If there is none, /metrics returns 404. */
  readonly metricsToken: string | undefined;
  /** Undefined if tracing is off. */
  readonly tracing: TracingSettings | undefined;
  readonly misspelled: readonly MisspelledVariable[];
}

const LOCAL_HOSTS = new Set(['localhost', '127.0.0.1', '[::1]', '::1']);

const count = z.coerce.number({ error: 'must be a whole number' }).int().min(0);

const schema = z.object({
  PORT: wholeNumberSchema(0, 65_535).default(3000),
  HOST: z.string().min(1).default('127.0.0.1'),
  APP_URL: siteUrls.optional(),
  DATABASE_URL: databaseUrl(`is missing: start the server with "${START_COMMAND}", or set it`),
  DATABASE_MAX_CONNECTIONS: wholeNumberSchema(5, 1_000).default(10),
  DATA_DIR: z.string().min(1).default('.data'),
  SECRET_KEY: z
    .string()
    .transform((text) => new Uint8Array(Buffer.from(text, 'base64')))
    .refine((bytes) => bytes.length === 32, { error: 'must be 32 bytes in base64' })
    .optional(),
  WEBHOOK_PRIVATE_TARGETS: z
    .string()
    .transform((text, context): 'allow' | 'deny' | PrivateTargets => {
      if (text === 'allow' || text === 'deny') return text;
      const listed = parsePrivateTargets(text);
      if (!('wrong' in listed)) return listed;
      context.addIssue(
        `must be allow, deny, or hosts and CIDR ranges separated by commas, such as nas.lan, 192.168.1.20/32; "${listed.wrong}" is none of these`,
      );
      return z.NEVER;
    })
    .optional(),
  SOCKS_PROXY: socksUrl().optional(),
  SIGN_UP: z.enum(['open', 'first', 'closed']).default('first'),
  DEMO: z.enum(['on', 'off']).optional(),
  GREENFIELD: z.enum(['on', 'off']).default('on'),
  AUTH_GITHUB_ID: z.string().optional(),
  AUTH_GITHUB_SECRET: z.string().optional(),
  AUTH_GOOGLE_ID: z.string().optional(),
  AUTH_GOOGLE_SECRET: z.string().optional(),
  AUTH_OIDC_ISSUER: httpUrl().optional(),
  AUTH_OIDC_ID: z.string().optional(),
  AUTH_OIDC_SECRET: z.string().optional(),
  AUTH_OIDC_NAME: z.string().default('Single sign-on'),
  LOG_LEVEL: z.enum(['trace', 'debug', 'info', 'warn', 'error', 'silent']).default('info'),
  RATE_LIMIT_PER_KEY: count.default(6_000),
  RATE_LIMIT_PER_IP: count.default(12_000),
  // Common wallets stop looking after 20 unused addresses in a row (BIP 44).
  PAYMENT_LINK_GAP_LIMIT: wholeNumberSchema(1, 10_000).default(20),
  ESPLORA_LOOKUPS_PER_MINUTE: wholeNumberSchema(1, 6_000).default(8),
  TRUSTED_PROXIES: z
    .string()
    .default('127.0.0.0/8,::1/128')
    .transform((text) => text.split(',').flatMap((part) => part.trim() || []))
    .refine((ranges) => ranges.every((range) => parseIpRange(range) !== undefined), {
      error: 'must hold addresses or CIDR ranges, separated by commas, such as 10.0.0.0/8',
    }),
  ...rateVariables,
  ...mailVariables,
  METRICS_TOKEN: z.string().min(16, { error: 'must have at least 16 characters' }).optional(),
  INNGEST_EVENT_KEY: z.string().optional(),
  INNGEST_SIGNING_KEY: z.string().optional(),
  INNGEST_BASE_URL: httpUrl().optional(),
  INNGEST_DEV: encodedUrl().optional(),
  ...tracingVariables,
});

export const ENV_NAMES: readonly string[] = [
  ...Object.keys(schema.shape),
  ...[networkEnvName, pushEnvName, cookieFileEnvName, explorerEnvName].flatMap((of) =>
    NETWORKS.map(of),
  ),
];

/**
 * Reads the configuration from environment variables; an empty variable counts as unset.
 *
 * @throws Error with each invalid variable and the rule that it breaks, but never its value
 */
export function parseEnv(variables: Readonly<Record<string, string | undefined>>): Env {
  const present = Object.fromEntries(
    Object.entries(variables).filter(([, value]) => value !== undefined && value !== ''),
  );
  const v = checked(present);
  const appUrls = toAppUrls(v.APP_URL, v.PORT);
  const [appUrl] = appUrls;
  const sources = parseSources((variable) => present[variable], v.DEMO === 'on');
  const realNetwork = followsRealNetwork(sources);
  requireProxyForOnions({ sources, socksProxy: v.SOCKS_PROXY });
  return {
    port: v.PORT,
    host: v.HOST,
    appUrl,
    appUrls,
    databaseUrl: v.DATABASE_URL,
    databaseMaxConnections: v.DATABASE_MAX_CONNECTIONS,
    dataDir: v.DATA_DIR,
    secretKey: v.SECRET_KEY,
    sources,
    listedWebhookTargets:
      typeof v.WEBHOOK_PRIVATE_TARGETS === 'object' ? v.WEBHOOK_PRIVATE_TARGETS : undefined,
    privateWebhookTargets: v.WEBHOOK_PRIVATE_TARGETS
      ? v.WEBHOOK_PRIVATE_TARGETS === 'allow'
      : isLocal([appUrl.hostname]),
    explorers: parseExplorers((variable) => present[variable]),
    services: toServiceAddresses(v.DATABASE_URL, [
      ...Object.values(sources).flatMap((source) => sourceUrls(source).map(({ href }) => href)),
      v.INNGEST_BASE_URL?.href ?? inngestDevUrl(v.INNGEST_DEV),
      v.OTEL_EXPORTER_OTLP_ENDPOINT?.href,
      v.OTEL_EXPORTER_OTLP_TRACES_ENDPOINT?.href,
      v.SMTP_URL?.href,
      v.SOCKS_PROXY?.href,
    ]),
    socksProxy: v.SOCKS_PROXY,
    inngest: Boolean(
      v.INNGEST_EVENT_KEY ??
        v.INNGEST_SIGNING_KEY ??
        v.INNGEST_BASE_URL ??
        inngestDevUrl(v.INNGEST_DEV),
    ),
    mail: mailSettings(v),
    rates: rateSettings(v),
    signUp: v.SIGN_UP,
    ownMachine: isLocal([v.HOST, ...appUrls.map(({ hostname }) => hostname)]) && !realNetwork,
    realNetwork,
    demo: wantsDemo(v.DEMO ?? (realNetwork ? 'off' : 'on'), sources, v.DEMO === 'on'),
    greenfield: v.GREENFIELD === 'on',
    signInProviders: providerSettings(v),
    logLevel: v.LOG_LEVEL,
    rateLimitPerKey: v.RATE_LIMIT_PER_KEY,
    rateLimitPerIp: v.RATE_LIMIT_PER_IP,
    linkGapLimit: v.PAYMENT_LINK_GAP_LIMIT,
    esploraLookUps: v.ESPLORA_LOOKUPS_PER_MINUTE,
    trustedProxies: v.TRUSTED_PROXIES,
    metricsToken: v.METRICS_TOKEN,
    tracing: tracingSettings(v),
    misspelled: misspelledVariables(Object.keys(present), ENV_NAMES),
  };
}

/** @throws Error with each invalid variable and the rule that it breaks */
function checked(present: object): z.output<typeof schema> {
  const { success, data, error } = schema.safeParse(present);
  if (success) return data;
  const lines = error.issues.map((issue) => `  ${issue.path[0]?.toString()} ${issue.message}`);
  throw new Error(`The configuration is not valid:\n${lines.join('\n')}`);
}

const isLocal = (hosts: readonly string[]) => hosts.every((host) => LOCAL_HOSTS.has(host));

/**
 * Returns the URL of Inngest's dev server. INNGEST_DEV either contains the URL, or only switches
 * the default URL on.
 */
function inngestDevUrl(text: string | undefined): string | undefined {
  if (text === undefined || /^(0|false|no|off)$/i.test(text)) return undefined;
  return parseUrl(text) ? text : 'http://localhost:8288';
}

/** @throws Error if the demo is requested explicitly but regtest is not the sandbox */
function wantsDemo(setting: 'on' | 'off', { regtest }: SourceSettings['sources'], named: boolean) {
  if (named && regtest.kind !== 'sandbox') {
    throw new Error('DEMO=on needs the sandbox: leave BITCOIN_REGTEST unset.');
  }
  return setting === 'on' && regtest.kind === 'sandbox';
}

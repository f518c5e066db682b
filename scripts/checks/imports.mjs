import { readFileSync } from 'node:fs';
import path from 'node:path';
import { parseSync, Visitor } from 'oxc-parser';

const SHARED =
  'lib/domain/ lib/net/ lib/run-with-timeout lib/rate-limit-key-from-headers lib/log lib/nearest-name lib/wake-signal lib/once-per-process lib/own-commands lib/create-socks-connector lib/server/tracing/span lib/version lib/whole-number';
const CORE = `${SHARED} db/ lib/bitcoin/`;
const USE_CASE = `${CORE} lib/audit/ lib/mail/ lib/server/changes/ lib/keys/`;

/**
 * What files below a path may import: the listed paths and their own path. "type:" allows only
 * types. The first matching row counts. Every file must match a row.
 */
const MAY_IMPORT = {
  'lib/domain/': '',
  'lib/bitcoin/': 'lib/domain/',
  'lib/net/': 'lib/domain/',
  'db/': 'lib/domain/',
  'lib/server/changes/': CORE,
  'lib/audit/': `${CORE} lib/mail/ lib/server/changes/`,
  'lib/mail/': `${CORE} lib/keys/ type:lib/settings/mail type:lib/payments/record-standings`,
  'lib/rates/': CORE,
  'lib/chain/': CORE,
  'lib/keys/': USE_CASE,
  'lib/accounts/': USE_CASE,
  'lib/face/': `${USE_CASE} lib/accounts/lock-team`,
  'lib/server/request-log/': USE_CASE,
  'lib/webhooks/': USE_CASE,
  // Besides the core, the code of a customer's page may import only these parts of the server.
  'lib/greenfield/public.ts': `${CORE} lib/runtime`,
  'lib/payments/public.ts': `${SHARED} lib/client-limit lib/face/read-branding lib/payments/ lib/runtime lib/server/changes/event-stream lib/webhooks/transport/target-url`,
  'lib/links/public.ts': `${CORE} lib/client-limit lib/links/ lib/webhooks/transport/target-url lib/runtime`,
  'lib/refunds/public.ts': `${CORE} lib/client-limit lib/refunds/ lib/runtime`,
  'lib/payments/': `${USE_CASE} lib/face/read-branding lib/chain/ lib/rates/ lib/refunds/ lib/webhooks/`,
  'lib/refunds/': `${USE_CASE} lib/face/read-branding lib/chain/ lib/payments/ lib/rates/ lib/webhooks/`,
  'lib/channels/': `${USE_CASE} lib/webhooks/transport/`,
  'lib/customers/': `${USE_CASE} lib/payments/`,
  'lib/links/': `${USE_CASE} lib/face/read-branding lib/payments/ lib/rates/ lib/webhooks/`,
  'lib/server/jobs/': `${USE_CASE} lib/chain/ lib/channels/ lib/customers/ lib/payments/ lib/server/request-log/ lib/webhooks/ type:lib/rates/`,
  'lib/http/adapt': `${SHARED} lib/http/ lib/runtime`,
  'lib/http/': `${SHARED} db/connection-lost lib/accounts/ lib/audit/ lib/bitcoin/ lib/channels/ lib/customers/ lib/face/ lib/greenfield/ lib/server/changes/ lib/keys/ lib/links/ lib/mail/ lib/payments/ lib/refunds/ lib/server/request-log/ lib/webhooks/ type:lib/rates/ type:lib/runtime`,
  'lib/greenfield/adapt': `${SHARED} lib/greenfield/ lib/http/`,
  // BTCPay's API is a second table of routes over the same use cases. No use case imports it.
  'lib/greenfield/': `${USE_CASE} type:lib/chain/source lib/accounts/ lib/customers/ lib/face/ lib/http/ lib/payments/ lib/refunds/ lib/webhooks/ type:lib/rates/ type:lib/runtime`,
  'lib/auth/': `${SHARED} lib/accounts/ lib/runtime type:lib/settings/providers`,
  'lib/server/': `${SHARED} db/migrate inngest/ lib/accounts/ lib/face/ lib/greenfield/serve lib/http/ lib/server/jobs/ lib/keys/ lib/mail/ lib/readiness lib/runtime lib/server/tracing/`,
  'lib/': 'lib/ db/ package.json',
  'inngest/': `${SHARED} lib/server/jobs/ lib/payments/ lib/webhooks/`,
  'app/v1/': 'lib/http/',
  'app/api/v1/': 'lib/greenfield/',
  'app/pay/': 'app/_ui/ lib/domain/ lib/payments/public type:sdk/src/embed',
  'app/i/': 'app/pay/_page/ lib/greenfield/public lib/payments/public',
  'app/invoice/': 'app/i/_page/',
  'app/modal/': 'app/embed.js/ lib/greenfield/public',
  'app/embed.js/': 'type:sdk/src/embed',
  'app/link/':
    'app/_ui/ app/pay/_page/ lib/domain/ lib/links/public lib/links/proof-of-work lib/net/',
  'app/refund/': 'app/_ui/ app/pay/_page/ app/pay/_client/ lib/domain/ lib/net/ lib/refunds/public',
  'app/_ui/': 'lib/domain/',
  'app/': `${SHARED} app/ lib/accounts/ lib/auth/ lib/bitcoin/ lib/face/read-branding lib/greenfield/ lib/health lib/http/ lib/readiness lib/runtime inngest/ sdk/ type:lib/settings/providers`,
  'proxy.ts': 'lib/auth/ lib/domain/',
  instrumentation: 'app/ lib/runtime',
  'sdk/': '',
  'app-stores/': '',
  'examples/': '',
  'scripts/': 'db/ lib/ package.json test/',
};

/** Only the listed paths may use these packages. All paths may use other packages. */
const PACKAGES = {
  'node:process': 'scripts/ examples/',
  postgres: 'db/ lib/chain/ scripts/',
  'drizzle-orm': 'db/ lib/ scripts/',
  next: 'app/ examples/ inngest/ instrumentation lib/auth/ lib/server/ proxy.ts scripts/',
  react: 'app/ examples/ lib/auth/',
};
/** This code depends only on its arguments and does no I/O. */
const PURE = 'lib/domain/ lib/bitcoin/ lib/net/';
const NOT_PURE = /^(?:drizzle-orm|node:(?!crypto$|timers\/promises$|zlib$)|pino|postgres|zod)/;
/** Code in these paths gets the time as an argument, and must not read the clock. */
const NO_CLOCK = `${PURE} lib/accounts/ lib/audit/ lib/channels/ lib/customers/ lib/keys/ lib/links/ lib/mail/ lib/payments/ lib/rates/ lib/refunds/`;
const READS_ENVIRONMENT = 'lib/runtime.ts scripts/ examples/';
/** Files that run in the browser may import values only from these paths. */
const CLIENT_MAY = 'app/ lib/domain/';
const NOT_FOR_CLIENT = /^(?:node:|drizzle-orm|postgres|pino|server-only)/;

const CODE = /(?<!\.d)\.(?:ts|tsx|mts|mjs|js)$/;
/** Tests, benchmarks and tool configurations may import and use anything. */
const FREE = /\.test\.tsx?$|^(?:bench|e2e|test)\/|^[^/]+\.config\.\w+$/;
const isIn = (name, paths) => paths.split(' ').some((start) => start && name.startsWith(start));

/**
 * Reports imports that the tables forbid, and forbidden reads of the environment, the clock and the
 * network.
 */
export function checkImports(root, files) {
  const code = files.filter((file) => CODE.test(file));
  return code.flatMap((file) =>
    findImportFaults(file, readFileSync(path.join(root, file), 'utf8')),
  );
}

/** @returns {string[]} the faults of one file, given its path and its text */
export function findImportFaults(file, text) {
  if (FREE.test(file)) return [];
  const parsed = parseSync(file, text);
  if (parsed.errors.length > 0) return [`${file} cannot be parsed: ${parsed.errors[0].message}`];
  const [own, others] = Object.entries(MAY_IMPORT).find(([start]) => file.startsWith(start)) ?? [];
  if (own === undefined) return [`${file} has no row in scripts/checks/imports.mjs`];
  const isClient = /^(?:\s|\/\/.*|\/\*[\s\S]*?\*\/)*['"]use client['"]/.test(text);
  const found = globalsOf(file, parsed, text);
  for (const { name, isOwn, isType } of importsOf(file, parsed.module, text)) {
    const isAllowed = (one) => isIn(one, `${own} ${others}`);
    if (
      isOwn ? !isAllowed(name) && !(isType && isAllowed(`type:${name}`)) : isForbidden(file, name)
    )
      found.push(`imports ${name}, which scripts/checks/imports.mjs does not allow`);
    else if (isClient && !isType && (isOwn ? !isIn(name, CLIENT_MAY) : NOT_FOR_CLIENT.test(name)))
      found.push(`runs in the browser and takes values from ${name}`);
  }
  return found.map((complaint) => `${file} ${complaint}`);
}

function isForbidden(file, name) {
  const known = Object.keys(PACKAGES).find((one) => `${name}/`.startsWith(`${one}/`));
  if (isIn(file, PURE)) return file.startsWith('lib/domain/') || NOT_PURE.test(name);
  return known !== undefined && !isIn(file, PACKAGES[known]);
}

/** Returns each import as a path from the root, or as the name of a package. */
function importsOf(file, module, text) {
  const imports = module.staticImports.map(({ moduleRequest, entries }) => [
    moduleRequest.value,
    entries.length > 0 && entries.every(({ isType }) => isType),
  ]);
  const exports = module.staticExports.flatMap(({ entries }) =>
    entries.map(({ moduleRequest, isType }) => [moduleRequest?.value, isType]),
  );
  const dynamics = module.dynamicImports.map(({ moduleRequest: { start, end } }) => [
    /^(['"`])([^'"`$]+)\1$/.exec(text.slice(start, end))?.[2] ?? '@/a path that is computed',
    false,
  ]);
  const all = [...imports, ...exports, ...dynamics].filter(([name]) => name);
  return all.map(([name, isType]) => {
    const own = name.startsWith('.') ? path.posix.join(path.posix.dirname(file), name) : undefined;
    return { name: own ?? name.replace(/^@\//, ''), isOwn: /^(?:\.|@\/)/.test(name), isType };
  });
}

function globalsOf(file, parsed, text) {
  if (!/\b(?:process|Date|performance|fetch|canParse)\b/.test(text)) return [];
  const found = [];
  let reads = 0;
  const isPure = isIn(file, PURE);
  const clock = () => isIn(file, NO_CLOCK) && found.push('reads the clock');
  new Visitor({
    MemberExpression({ object, property, start, end }) {
      const name = `${object.name}.${property.name ?? property.value}`;
      if (name === 'process.env') reads += 1;
      // The build replaces these two variables with constants, so reading them is allowed.
      if (/^process\.env\.(?:NEXT_RUNTIME|NODE_ENV)$/.test(text.slice(start, end))) reads -= 1;
      if (/^(?:Date|performance)\.now$/.test(name)) clock();
      if (name === 'URL.canParse') found.push('uses URL.canParse: see lib/domain/parse-url.ts');
    },
    NewExpression: ({ callee, arguments: given }) => callee.name === 'Date' && !given[0] && clock(),
    CallExpression: ({ callee }) => callee.name === 'fetch' && isPure && found.push('uses fetch'),
    VariableDeclarator: ({ init }) => init?.name === 'process' && reads++,
  }).visit(parsed.program);
  if (reads > 0 && !isIn(file, READS_ENVIRONMENT)) found.push('reads process.env');
  return found;
}

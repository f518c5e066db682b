process.env.NEXT_TELEMETRY_DISABLED ??= '1';

const isBuild = process.env.NODE_ENV === 'production';

/** @type {import('next').NextConfig} */
export default {
  turbopack: {
    root: import.meta.dirname,
    rules: {
      '*': [
        // The script and styles inside the payment page, and the script for shops' pages.
        {
          condition: { query: '?inline' },
          loaders: ['./app/pay/_page/inline-loader.mjs'],
          as: '*.js',
        },
        // The SDK package that the site serves.
        {
          condition: { query: '?packed' },
          loaders: [
            {
              loader: './scripts/lib/client-loader.mjs',
              options: { made: process.env.PACKED_CLIENT ?? '' },
            },
          ],
          as: '*.js',
        },
        // The pages of the documentation.
        {
          condition: { query: '?compiled' },
          loaders: [
            {
              loader: './app/(site)/docs/_compile/docs-loader.mjs',
              options: { made: process.env.COMPILED_DOCS ?? '' },
            },
          ],
          as: '*.js',
        },
      ],
      '*.woff2': { condition: { query: '?bytes' }, type: 'bytes' },
    },
  },
  // Loaded from node_modules instead of bundled into every page, which saves a third of the build's time
  // and memory.
  serverExternalPackages: [
    '@bitcoinerlab/descriptors',
    '@noble/curves',
    '@opentelemetry/api',
    '@opentelemetry/context-async-hooks',
    '@opentelemetry/exporter-trace-otlp-http',
    '@opentelemetry/exporter-trace-otlp-proto',
    '@opentelemetry/resources',
    '@opentelemetry/sdk-trace-base',
    '@scure/base',
    '@scure/bip32',
    '@simplewebauthn/server',
    'bitcoinjs-lib',
    'drizzle-orm',
    'hash-wasm',
    'inngest',
    'lru-cache',
    'pino',
    'postgres',
    'prom-client',
    'rate-limiter-flexible',
    'tiny-secp256k1',
    'zod',
    'zod-openapi',
  ],
  experimental: {
    // Limit of the form body that is buffered while proxy.ts reads it, far above every form.
    proxyClientMaxBodySize: 64 * 1024,
    // Each version is built once, so a cache would be written and never read.
    turbopackFileSystemCacheForBuild: false,
    // Nothing reads a build's source maps, which take half of its memory.
    turbopackSourceMaps: !isBuild,
    turbopackInputSourceMaps: !isBuild,
  },
  // A release has the same name whenever it is built (scripts/release.mjs).
  generateBuildId: () => process.env.RELEASE_COMMIT ?? null,
  outputFileTracingRoot: import.meta.dirname,
  // The package runs .next/standalone: Next.js with only the files that it needs. A start warns about
  // this setting, so only the build has it.
  ...(process.env.STANDALONE ? { output: 'standalone' } : {}),
  outputFileTracingIncludes: {
    '/*': [
      './db/migrations/**/*',
      './node_modules/tiny-secp256k1/lib/secp256k1.wasm',
      // Next.js embeds the configuration in its own server. Our server reads the file, for which Next.js
      // looks up its copy of webpack.
      './next.config.mjs',
      './node_modules/next/dist/compiled/webpack/*.js',
      './node_modules/next/dist/compiled/@babel/runtime/package.json',
    ],
  },
  // No page has images to optimize, the optimizer is a platform-specific program, and its cache would be
  // in this folder, which a server may be unable to write.
  images: { unoptimized: true, maximumDiskCacheSize: 0 },
  typedRoutes: true,
  // "npm run verify" checks the types, tests included; a start must not fail because of a test.
  typescript: { ignoreBuildErrors: true },
  reactStrictMode: true,
  poweredByHeader: false,
  // Keeps the development server from writing its own files into the checkout.
  agentRules: false,
  // Addresses that bookmarks and messages may hold. The query is kept.
  redirects: async () =>
    [
      { source: '/dashboard/audit', destination: '/dashboard/team/audit' },
      { source: '/dashboard/chain', destination: '/dashboard/health' },
      { source: '/dashboard/deliveries', destination: '/dashboard/webhooks' },
      {
        source: '/dashboard/keys',
        has: [{ type: 'query', key: 'request' }],
        destination: '/dashboard/requests',
      },
      {
        source: '/dashboard/keys/:key',
        has: [{ type: 'query', key: 'tab', value: 'requests' }],
        destination: '/dashboard/requests',
      },
    ].map((moved) => ({ ...moved, permanent: true })),
  // Every page of the documentation is also served as Markdown, at its path plus ".md".
  rewrites: async () => [
    { source: '/docs.md', destination: '/docs-text' },
    { source: '/docs/:page(.+)\\.md', destination: '/docs-text/:page' },
  ],
};

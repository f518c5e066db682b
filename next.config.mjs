process.env.NEXT_TELEMETRY_DISABLED ??= '1';

const isBuild = process.env.NODE_ENV === 'production';

/** @type {import('next').NextConfig} */
export default {
  turbopack: {
    root: import.meta.dirname,
    rules: {
      '*': [
        // The script and the styles inside the payment page, and the script for shops' pages.
        {
          condition: { query: '?inline' },
          loaders: ['./app/pay/_page/inline-loader.mjs'],
          as: '*.js',
        },
        // The SDK package that the site offers for download.
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
  // These packages are loaded from node_modules and not bundled into every page, which saves a
  // third of the build's time and memory.
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
    // Maximum size of a form body that is buffered while proxy.ts reads it. It is far above every
    // form.
    proxyClientMaxBodySize: 64 * 1024,
    // Each version is built only once, so a cache would be written but never read.
    turbopackFileSystemCacheForBuild: false,
    // A build makes no source maps, because nothing reads them and they take half of its memory.
    turbopackSourceMaps: !isBuild,
    turbopackInputSourceMaps: !isBuild,
  },
  // A release has the same build id whenever it is built (scripts/release.mjs).
  generateBuildId: () => process.env.RELEASE_COMMIT ?? null,
  outputFileTracingRoot: import.meta.dirname,
  // The package runs .next/standalone, which is Next.js with only the files that it needs. A start
  // would warn about this setting, so only the build has it.
  ...(process.env.STANDALONE ? { output: 'standalone' } : {}),
  outputFileTracingIncludes: {
    '/*': [
      './db/migrations/**/*',
      './node_modules/tiny-secp256k1/lib/secp256k1.wasm',
      // These files are needed because our server reads the configuration, for which Next.js looks
      // up its copy of webpack. Next.js embeds the configuration only in its own server.
      './next.config.mjs',
      './node_modules/next/dist/compiled/webpack/*.js',
      './node_modules/next/dist/compiled/@babel/runtime/package.json',
    ],
  },
  // Images are not optimized. No page needs it, the optimizer is a platform-specific program, and
  // its cache would be in this folder, to which a server may be unable to write.
  images: { unoptimized: true, maximumDiskCacheSize: 0 },
  typedRoutes: true,
  // Types are not checked here, because "npm run verify" checks them with the tests, and a start
  // must not fail because of a test.
  typescript: { ignoreBuildErrors: true },
  reactStrictMode: true,
  poweredByHeader: false,
  // This keeps the development server from writing its own files into the checkout.
  agentRules: false,
  // These redirects are from old addresses, which bookmarks and messages may contain. They keep the
  // query.
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
  // Every page of the documentation is also served as Markdown, at its path with ".md" at the end.
  rewrites: async () => [
    { source: '/docs.md', destination: '/docs-text' },
    { source: '/docs/:page(.+)\\.md', destination: '/docs-text/:page' },
  ],
};

process.env.NEXT_TELEMETRY_DISABLED ??= '1';

const isBuild = process.env.NODE_ENV === 'production';

/** @type {import('next').NextConfig} */
export default {
  turbopack: {
    root: import.meta.dirname,
    rules: {
      '*': [
        // Scripts and styles of the payment page, and the script for shops' pages.
        {
          condition: { query: '?inline' },
          loaders: ['./app/pay/_page/inline-loader.mjs'],
          as: '*.js',
        },
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
  // Loading these packages from node_modules, instead of bundling them into every page, saves a
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
    // Next.js buffers a form up to this size for proxy.ts. Every form is much smaller.
    proxyClientMaxBodySize: 64 * 1024,
    // Each version is built only once, so a cache would be written but never read.
    turbopackFileSystemCacheForBuild: false,
    // Nothing reads the source maps of a build, and making them takes half of the build's memory.
    turbopackSourceMaps: !isBuild,
    turbopackInputSourceMaps: !isBuild,
  },
  // A release must have the same build id whenever it is built (scripts/release.mjs).
  generateBuildId: () => process.env.RELEASE_COMMIT ?? null,
  outputFileTracingRoot: import.meta.dirname,
  // The package runs .next/standalone, which contains Next.js without unneeded files. Only a build
  // sets this, because a start would print a warning about it.
  ...(process.env.STANDALONE ? { output: 'standalone' } : {}),
  outputFileTracingIncludes: {
    '/*': [
      './db/migrations/**/*',
      './node_modules/tiny-secp256k1/lib/secp256k1.wasm',
      // Our server loads this configuration, and Next.js then also loads its copy of webpack.
      './next.config.mjs',
      './node_modules/next/dist/compiled/webpack/*.js',
      './node_modules/next/dist/compiled/@babel/runtime/package.json',
    ],
  },
  // No page needs optimized images. The optimizer is a platform-specific program, and it needs a
  // writable cache folder.
  images: { unoptimized: true, maximumDiskCacheSize: 0 },
  typedRoutes: true,
  // "npm run verify" checks types together with the tests. A start must not fail because of a test.
  typescript: { ignoreBuildErrors: true },
  reactStrictMode: true,
  poweredByHeader: false,
  // Keeps the development server from writing its own files into the checkout.
  agentRules: false,
  // Bookmarks and messages may contain these old URLs. The redirects keep the query.
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
  // Every documentation page is also served as Markdown, at its path with ".md" at the end.
  rewrites: async () => [
    { source: '/docs.md', destination: '/docs-text' },
    { source: '/docs/:page(.+)\\.md', destination: '/docs-text/:page' },
  ],
};

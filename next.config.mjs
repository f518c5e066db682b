process.env.NEXT_TELEMETRY_DISABLED ??= '1';

/** @type {import('next').NextConfig} */
export default {
  turbopack: {
    root: import.meta.dirname,
    rules: {
      '*': [
        // What the hosted payment page carries within itself.
        {
          condition: { query: '?inline' },
          loaders: ['./app/pay/_page/inline-loader.mjs'],
          as: '*.js',
        },
        // The pages of the documentation.
        {
          condition: { query: '?compiled' },
          loaders: ['./app/(site)/docs/_compile/docs-loader.mjs'],
          as: '*.js',
        },
      ],
      '*.woff2': { condition: { query: '?bytes' }, type: 'bytes' },
    },
  },
  outputFileTracingRoot: import.meta.dirname,
  // For the container image: all that runs, in one folder.
  ...(process.env.STANDALONE ? { output: 'standalone' } : {}),
  outputFileTracingIncludes: {
    '/*': [
      './db/migrations/**/*',
      // Next's own server has the configuration written into it; ours reads it, and Next.js then
      // looks up its copy of webpack.
      './next.config.mjs',
      './node_modules/next/dist/compiled/webpack/*.js',
      './node_modules/next/dist/compiled/@babel/runtime/package.json',
    ],
  },
  typedRoutes: true,
  // "npm run verify" checks the types, tests included; a start must not fail because of a test.
  typescript: { ignoreBuildErrors: true },
  reactStrictMode: true,
  poweredByHeader: false,
  // The development server would write files of its own into the checkout.
  agentRules: false,
  // Next compresses an answer of a route handler only when its type was set here (its own way of
  // copying headers makes a list of it, which the compression takes for no type at all).
  headers: async () => [
    { source: '/pay/:id', headers: [type('text/html; charset=utf-8')] },
    { source: '/pay/:id/slip', headers: [type('application/json')] },
    // Also what is not there: Next answers it with a page of its own, past the policy of proxy.ts.
    ...['/api/:rest*', '/docs-text/:rest*', '/metrics/:rest*', '/pay/:id/:rest+'].map((source) => ({
      source,
      headers: BARE,
    })),
    { source: '/docs/:file(search\\.json|openapi\\.json)', headers: [type('application/json')] },
  ],
  // A page that was renamed: links to its old address still work.
  redirects: async () =>
    ['', '.md'].map((suffix) => ({
      source: `/docs/rehearsing-failure${suffix}`,
      destination: `/docs/simulating-failure${suffix}`,
      permanent: true,
    })),
  // Every page of the documentation is there as Markdown, at its own path and ".md".
  rewrites: async () => [
    { source: '/docs.md', destination: '/docs-text' },
    { source: '/docs/:page(.+)\\.md', destination: '/docs-text/:page' },
  ],
};

/** For answers that are no pages: should a browser show one, it runs nothing and stands in no frame. */
const BARE = [
  { key: 'content-security-policy', value: "default-src 'none'; frame-ancestors 'none'" },
  { key: 'x-frame-options', value: 'DENY' },
];

function type(value) {
  return { key: 'content-type', value };
}

process.env.NEXT_TELEMETRY_DISABLED ??= '1';

/** @type {import('next').NextConfig} */
export default {
  turbopack: {
    root: import.meta.dirname,
    rules: {
      // What the hosted payment page carries within itself.
      '*': {
        condition: { query: '?inline' },
        loaders: ['./app/pay/_page/inline-loader.mjs'],
        as: '*.js',
      },
      '*.woff2': { condition: { query: '?bytes' }, type: 'bytes' },
    },
  },
  outputFileTracingRoot: import.meta.dirname,
  typedRoutes: true,
  reactStrictMode: true,
  poweredByHeader: false,
};

process.env.NEXT_TELEMETRY_DISABLED ??= '1';

/** @type {import('next').NextConfig} */
export default {
  turbopack: { root: import.meta.dirname },
  outputFileTracingRoot: import.meta.dirname,
  typedRoutes: true,
  // "npm run verify" checks the types, tests included; a start must not fail because of a test.
  typescript: { ignoreBuildErrors: true },
  reactStrictMode: true,
  poweredByHeader: false,
  // The development server would write files of its own into the checkout.
  agentRules: false,
};

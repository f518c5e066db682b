/** Routes open to everyone, and why they leak nothing. */
export const OPEN: Readonly<Record<string, string>> = {
  'GET /': 'the landing page',
  'GET /no-team': 'words for someone without a team',
  'GET /sign-in': 'the form',
  'GET /sign-out': 'the form',
  'GET /sign-up': 'the form',
  'GET /invitation/{token}': 'for holders of the link; a wrong one shows nothing',
  'GET /sign-in/with/{provider}': 'leads to a provider that is switched on',
  'GET /docs/{page}': 'documentation',
  'GET /docs/search': 'documentation',
  'GET /docs/search.json': 'documentation',
  'GET /docs-text/{page}': 'documentation',
  'GET /llms.txt': 'documentation',
  'GET /sdk/{file}': 'the client as a package, without data',
  'GET /api/health': 'a word for the state of the server',
  'GET /api/ready': 'the state of the server, no names',
  'GET /api/auth/{nextauth}': 'one’s own session',
  'POST /api/auth/{nextauth}': 'one’s own session',
  'GET /link/{id}': 'for holders of the link: what the customer is asked for',
  'HEAD /link/{id}': 'the same',
  'POST /link/{id}': 'makes a payment, and leads to the customer’s view of it',
  'GET /refund/{token}': 'for holders of the link: the amount and the state of one refund',
  'GET /refund/{token}/events': 'the same',
  'GET /refund/{token}/slip': 'the same',
  'HEAD /refund/{token}': 'the same',
  'POST /refund/{token}': 'stores the address of that refund, until it is sent',
  'GET /pay/{id}': 'for holders of the link: the customer’s view',
  'POST /pay/{id}/again':
    'creates a payment where the key allows it, and leads to the customer’s view',
  'GET /pay/{id}/events': 'the same',
  'GET /pay/{id}/slip': 'the same',
  'GET /pay/fonts/{file}': 'fonts',
  'GET /pay/logos/{file}': 'logos, which payment pages show',
  'GET /embed.js': 'a script, without data',
  'GET /modal/btcpay.js': 'a script, without data',
  'GET /i/{id}': 'for holders of the id: the customer’s view of a plugin’s payment',
  'GET /invoice': 'the same',
  'GET /api-keys/authorize': 'asks an owner, and sends others to the sign-in',
  'POST /api-keys/authorize': 'needs an owner’s session and a page of this server',
  'GET /v1/openapi.json': 'documentation',
};

/** Routes with their own token, and the expected status without it. */
export const TOKEN: Readonly<Record<string, number>> = {
  'GET /metrics': 401,
  'GET /api/inngest': 404,
  'POST /api/inngest': 404,
  'PUT /api/inngest': 404,
};

/** Stands for any unknown dashboard address, which gets status 404. */
export const UNKNOWN_PAGE = '/dashboard/{unknown}';

/** Pages of the dashboard: for signed-in users only, and without data of another merchant. */
export const PAGES: readonly string[] = [
  '/dashboard',
  '/dashboard/customers',
  '/dashboard/customers/{id}',
  '/dashboard/health',
  '/dashboard/keys',
  '/dashboard/keys/new',
  '/dashboard/keys/{id}',
  '/dashboard/links',
  '/dashboard/links/new',
  '/dashboard/links/{id}',
  '/dashboard/payments',
  '/dashboard/payments/new',
  '/dashboard/payments/{id}',
  '/dashboard/payments/{id}/address',
  '/dashboard/reports',
  '/dashboard/requests',
  '/dashboard/settings',
  '/dashboard/shops',
  '/dashboard/shops/import',
  '/dashboard/shops/{id}',
  '/dashboard/settings/preview',
  '/dashboard/team',
  '/dashboard/team/audit',
  '/dashboard/wallets',
  '/dashboard/wallets/new',
  '/dashboard/wallets/{id}/address',
  '/dashboard/webhooks',
  '/dashboard/webhooks/{id}',
  '/dashboard/webhooks/check',
  '/dashboard/webhooks/test',
];

/** Server actions: the forms to sign in, sign up and sign out. */
export const ACTIONS: readonly string[] = [
  'signIn',
  'signUp',
  'enterSetupToken',
  'join',
  'accept',
  'signOut',
].map((name) => `(auth)/_form/actions.ts#${name}`);

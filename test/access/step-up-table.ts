/**
 * These routes require that the user has confirmed their identity in the last ten minutes. The
 * import is not listed, because this server follows no network for an import.
 */
export const STEP_UP_ROUTES: readonly string[] = [
  'POST /api/dashboard/keys',
  'PATCH /api/dashboard/keys/{id}',
  'POST /api/dashboard/keys/{id}/rotate',
  'POST /api/dashboard/keys/{id}/signing-secret',
  'POST /api/dashboard/keys/{id}/signing-secret/rotate',
  'POST /api/dashboard/wallets',
  'PATCH /api/dashboard/wallets/{id}',
  'POST /api/dashboard/wallets/{id}/keys',
  'POST /api/dashboard/shops',
  'POST /api/dashboard/endpoints',
  'POST /api/dashboard/settings/channels',
  'POST /api/dashboard/endpoints/{id}/signing-secret/rotate',
  'POST /api/dashboard/team/invitations',
  'PATCH /api/dashboard/team',
  'PATCH /api/dashboard/team/members/{id}',
  'GET /api/dashboard/reports/file',
  'POST /api/dashboard/settings/totp',
  'POST /api/dashboard/settings/totp/confirm',
  'DELETE /api/dashboard/settings/totp',
  'POST /api/dashboard/settings/passkeys/options',
  'POST /api/dashboard/settings/passkeys',
  'DELETE /api/dashboard/settings/passkeys/{id}',
  'POST /api/dashboard/settings/recovery-codes',
];

/** The permissions that this server grants, each with a description in plain words. */
export const PERMISSIONS = {
  'btcpay.store.canviewinvoices': 'see the invoices of the store',
  'btcpay.store.cancreateinvoice': 'create invoices',
  'btcpay.store.canmodifyinvoices': 'change, mark and archive invoices',
  'btcpay.store.canviewstoresettings': "see the store's name and settings",
  'btcpay.store.canmodifystoresettings': 'manage the store: everything in this list',
  'btcpay.store.webhooks.canmodifywebhooks': 'manage the webhooks of the store',
} as const;

export type Permission = keyof typeof PERMISSIONS;

export const ALL_PERMISSIONS = Object.keys(PERMISSIONS).filter(isPermission);

export function isPermission(text: string): text is Permission {
  return Object.hasOwn(PERMISSIONS, text);
}

const INCLUDED: Readonly<Partial<Record<Permission, readonly Permission[]>>> = {
  'btcpay.store.canmodifyinvoices': [
    'btcpay.store.canviewinvoices',
    'btcpay.store.cancreateinvoice',
  ],
  'btcpay.store.canmodifystoresettings': [
    'btcpay.store.canviewstoresettings',
    'btcpay.store.webhooks.canmodifywebhooks',
    'btcpay.store.canmodifyinvoices',
    'btcpay.store.canviewinvoices',
    'btcpay.store.cancreateinvoice',
  ],
};

/** Whether the wanted permission was granted, or is included in a granted one. */
export function includesPermission(granted: readonly Permission[], wanted: Permission): boolean {
  return granted.some((one) => one === wanted || INCLUDED[one]?.includes(wanted));
}

/** Returns a permission for one store, such as `btcpay.store.canviewinvoices:<store>`. */
export function scopeToStore(permission: Permission, storeId: string): string {
  return `${permission}:${storeId}`;
}

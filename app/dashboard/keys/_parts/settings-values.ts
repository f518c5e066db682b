import type { KeyAnswer } from '@/lib/http/answers/key';

/** The settings of a key as a form holds them. */
export interface SettingsValues {
  name: string;
  allowCustomAddresses: boolean;
  /** One a line. */
  allowedIps: string;
  embedOrigins: string;
  /** A day of the viewer, such as "2026-05-01"; empty: never. */
  expiresOn: string;
}

export const NO_SETTINGS: SettingsValues = {
  name: '',
  allowCustomAddresses: false,
  allowedIps: '',
  embedOrigins: '',
  expiresOn: '',
};

export function settingsOf(key: KeyAnswer): SettingsValues {
  return {
    name: key.name,
    allowCustomAddresses: key.allow_custom_addresses,
    allowedIps: key.allowed_ips.join('\n'),
    embedOrigins: key.embed_origins.join('\n'),
    expiresOn: key.expires_at === null ? '' : dayOf(new Date(key.expires_at)),
  };
}

/** The settings as the endpoints take them. */
export function settingsBody(values: SettingsValues) {
  return {
    name: values.name,
    allow_custom_addresses: values.allowCustomAddresses,
    allowed_ips: lines(values.allowedIps),
    embed_origins: lines(values.embedOrigins),
    expires_at: values.expiresOn === '' ? null : endOfDay(values.expiresOn),
  };
}

/** Which field of the form shows what the server says of which of its own. */
export const SETTINGS_FIELDS: Readonly<Record<string, keyof SettingsValues>> = {
  name: 'name',
  allow_custom_addresses: 'allowCustomAddresses',
  allowed_ips: 'allowedIps',
  embed_origins: 'embedOrigins',
  expires_at: 'expiresOn',
};

function lines(text: string): string[] {
  return text.split(/[\s,]+/).filter((line) => line !== '');
}

/** The last second of that day, where the viewer is. */
function endOfDay(day: string): string {
  const end = new Date(`${day}T23:59:59`);
  return Number.isNaN(end.getTime()) ? day : end.toISOString();
}

function dayOf(at: Date): string {
  const two = (part: number) => String(part).padStart(2, '0');
  return `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())}`;
}

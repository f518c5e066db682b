// Order matters: most browsers also name those that they want to be taken for.
const BROWSERS: readonly (readonly [RegExp, string])[] = [
  [/Edg\//, 'Edge'],
  [/OPR\//, 'Opera'],
  [/Firefox\/|FxiOS\//, 'Firefox'],
  [/SamsungBrowser\//, 'Samsung Internet'],
  [/HeadlessChrome\/|Chrome\/|CriOS\//, 'Chrome'],
  [/Safari\//, 'Safari'],
];

const SYSTEMS: readonly (readonly [RegExp, string])[] = [
  [/iPhone|iPad/, 'iOS'],
  [/Android/, 'Android'],
  [/Windows/, 'Windows'],
  [/Mac OS X/, 'macOS'],
  [/CrOS/, 'ChromeOS'],
  [/Linux/, 'Linux'],
];

/** "Firefox on Linux", from what the browser says of itself. */
export function browserName(userAgent: string | null): string {
  if (!userAgent) return 'A browser that does not say its name';
  const nameIn = (list: typeof BROWSERS) => list.find(([form]) => form.test(userAgent))?.[1];
  const browser = nameIn(BROWSERS) ?? 'A browser';
  const system = nameIn(SYSTEMS);
  return system ? `${browser} on ${system}` : browser;
}

import { readBrowserValue, storeBrowserValue } from './site-data';

const NAME = 'blocktally-keys';
const browser = () => localStorage;

/** One setting per browser, for the dashboard and the documentation. */
export const areShortcutsEnabled = (): boolean => readBrowserValue(browser, NAME) !== 'off';

export const storeShortcutsEnabled = (enabled: boolean): void =>
  storeBrowserValue(browser, NAME, enabled ? 'on' : 'off');

import { recall, remember } from './site-data';

const NAME = 'blocktally-keys';
const browser = () => localStorage;

/** One setting per browser, for the dashboard and the documentation. */
export const areShortcutsEnabled = (): boolean => recall(browser, NAME) !== 'off';

export const rememberShortcuts = (enabled: boolean): void =>
  remember(browser, NAME, enabled ? 'on' : 'off');

const STORAGE_KEY = 'blocktally-keys';

/** Whether single-key shortcuts are on in this browser, in the dashboard and in the documentation. */
export function areShortcutsEnabled(): boolean {
  return localStorage.getItem(STORAGE_KEY) !== 'off';
}

/** Remembers it for this browser. */
export function rememberShortcuts(enabled: boolean): void {
  localStorage.setItem(STORAGE_KEY, enabled ? 'on' : 'off');
}

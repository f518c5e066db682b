/**
 * Runs in the page. Chromium logs no violation for code made from text when a script catches the
 * error; this reports it.
 */
export function reportBreaches(): void {
  document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) => {
    // biome-ignore lint/suspicious/noConsole: the console is how a page tells a test
    console.error(`Content Security Policy: ${violatedDirective} does not allow ${blockedURI}`);
  });
}

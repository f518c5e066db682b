/**
 * Runs in the page, and logs each violation of its Content-Security-Policy. Chromium logs no
 * violation by `eval` if the script catches the error.
 */
export function logCspViolations(): void {
  document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) => {
    // biome-ignore lint/suspicious/noConsole: the console is how a page tells a test
    console.error(`Content Security Policy: ${violatedDirective} does not allow ${blockedURI}`);
  });
}

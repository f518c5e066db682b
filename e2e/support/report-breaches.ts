/**
 * Runs in the page, and logs each violation of the page's Content-Security-Policy. Chromium does
 * not log that a script evaluated text as code if the script catches the error.
 */
export function reportBreaches(): void {
  document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) => {
    // biome-ignore lint/suspicious/noConsole: the console is how a page tells a test
    console.error(`Content Security Policy: ${violatedDirective} does not allow ${blockedURI}`);
  });
}

/**
 * Runs in the page. Chromium says nothing on the console of code made from text when a script
 * catches the refusal; this does.
 */
export function reportBreaches(): void {
  document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) => {
    // biome-ignore lint/suspicious/noConsole: the console is how a page tells a test
    console.error(`Content Security Policy: ${violatedDirective} does not allow ${blockedURI}`);
  });
}

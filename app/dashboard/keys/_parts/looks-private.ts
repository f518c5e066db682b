/**
 * Whether a text looks like a private key or a recovery phrase. Such a text stays in the browser:
 * the server would refuse it too, but then it would have left.
 */
export function looksPrivate(text: string): boolean {
  return (
    /(?:^|[^0-9A-Za-z])[a-z]prv[1-9A-HJ-NP-Za-km-z]/i.test(text) ||
    /(?:^|[^0-9A-Za-z])(?:[59][1-9A-HJ-NP-Za-km-z]{50}|[KLc][1-9A-HJ-NP-Za-km-z]{51})(?![0-9A-Za-z])/.test(
      text,
    ) ||
    /\b(?:[a-z]{3,8}[\s,]+){11}[a-z]{3,8}\b/i.test(text)
  );
}

export const PRIVATE_MESSAGE =
  'This contains a private key or a recovery phrase. It was not sent anywhere. Never paste it: use the public descriptor or the extended public key (xpub) of the wallet.';

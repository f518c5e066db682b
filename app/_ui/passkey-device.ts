import type {
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/browser';

/** An error whose message is for the user. */
export class PasskeyError extends Error {}

/**
 * Asks the browser to create a passkey. The first call loads the code for it.
 *
 * @throws PasskeyError
 */
export async function createPasskey(options: unknown) {
  const optionsJSON = options as PublicKeyCredentialCreationOptionsJSON;
  const { startRegistration } = await loadBrowserPart();
  return startRegistration({ optionsJSON }).catch(inWords(optionsJSON.rp.id));
}

/**
 * Asks the browser to sign with a passkey. The first call loads the code for it.
 *
 * @throws PasskeyError
 */
export async function signWithPasskey(options: unknown) {
  const optionsJSON = options as PublicKeyCredentialRequestOptionsJSON;
  const { startAuthentication } = await loadBrowserPart();
  return startAuthentication({ optionsJSON }).catch(inWords(optionsJSON.rpId));
}

async function loadBrowserPart() {
  const loaded = await import('@simplewebauthn/browser').catch(() => undefined);
  if (!loaded) {
    throw new PasskeyError('A part of this page could not be loaded. Reload the page.');
  }
  if (!loaded.browserSupportsWebAuthn()) {
    throw new PasskeyError(
      'This browser does not support passkeys. Use another way, or another browser.',
    );
  }
  return loaded;
}

/**
 * Replaces a WebAuthn error with a message for the user. An unknown error counts as a device that
 * was not found or not unlocked.
 */
const inWords =
  (host = '') =>
  (error: Error): never => {
    if (error.name === 'InvalidStateError') {
      throw new PasskeyError('This device has a passkey for your account already.');
    }
    if (error.name === 'SecurityError') {
      throw new PasskeyError(`Passkeys work only on ${host}. Open this page there.`);
    }
    throw new PasskeyError('Your device did not return a passkey. Try again, or use another way.');
  };

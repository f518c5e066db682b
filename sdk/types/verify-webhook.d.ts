import type { ChosenWebhookEvent, WebhookEvent } from '../types/api.js';
/** The headers of the request: from fetch, from Node, or any object of names and values. */
export type WebhookHeaders = {
    get(name: string): string | null;
} | Readonly<Record<string, string | readonly string[] | undefined>>;
export interface VerifyOptions {
    /** How far the timestamp may be from the clock, either way. Default: 300. */
    readonly toleranceSeconds?: number;
    /** Default: this machine's clock. */
    readonly now?: Date;
}
/** An event for each of its types, so that a check of `type` narrows it. */
type ByType<E extends {
    type: string;
}> = E extends unknown ? {
    [T in E['type']]: Omit<E, 'type'> & {
        type: T;
    };
}[E['type']] : never;
/** The body of any webhook: one that is sent by default, or one that the API key has chosen. */
export type AnyWebhookEvent = ByType<WebhookEvent | ChosenWebhookEvent>;
export interface VerifiedWebhook {
    /** The same on every attempt and resend: store it, and do nothing the second time. */
    readonly id: string;
    /** The time of this attempt. */
    readonly sentAt: Date;
    /** Its `type` tells which fields it has. */
    readonly event: AnyWebhookEvent;
    /** A test webhook, whose payment does not exist. */
    readonly isTest: boolean;
}
/**
 * Verifies the signature and the age of a webhook and returns its event. Checks the headers of
 * Standard Webhooks if the request has them, and those of the X-Service scheme otherwise.
 *
 * @param rawBody the raw bytes or their text; never JSON that was parsed and serialized again
 * @param secrets the signing secret, or several during a rotation
 * @throws WebhookRefusal saying why
 * @throws TypeError if there is no secret, or an option is invalid
 */
export declare function verifyWebhook(rawBody: string | Uint8Array | ArrayBuffer, headers: WebhookHeaders, secrets: string | readonly string[], { toleranceSeconds, now }?: VerifyOptions): Promise<VerifiedWebhook>;
export {};

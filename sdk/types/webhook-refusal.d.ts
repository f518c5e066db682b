declare const MESSAGES: {
    readonly missing_header: 'a header is missing: Blocktally did not send the request, or a proxy dropped the header';
    readonly malformed_timestamp: 'the timestamp is not Unix time in seconds';
    readonly too_old: 'the timestamp is too old: a replay, or the clock of this machine is ahead';
    readonly too_new: 'the timestamp is in the future: the clock of this machine is behind';
    readonly wrong_signature: 'no signature matches: the secret is wrong, or the body is not the raw bytes';
    readonly unexpected_body: 'the signature is valid, but the body is no event of version 1';
};
export type WebhookRefusalReason = keyof typeof MESSAGES;
/** The webhook is not genuine. Answer 400 and do nothing. */
export declare class WebhookRefusal extends Error {
    readonly name = "WebhookRefusal";
    readonly reason: WebhookRefusalReason;
    constructor(reason: WebhookRefusalReason, about?: string);
}
export {};

// Limits of request fields in the API and in the dashboard's forms. Texts are counted in code
// points.

export const MAX_REFERENCE_LENGTH = 255;
export const MAX_DESCRIPTION_LENGTH = 500;
export const MAX_TITLE_LENGTH = 120;
export const MAX_NOTE_LABEL_LENGTH = 60;
/** The note that a member writes when marking a payment as done. */
export const MAX_WORK_NOTE_LENGTH = 500;
export const MAX_MERCHANT_NAME_LENGTH = 80;
/** Maximum time from a payment's end until its customer is erased: ten years. */
export const MAX_RETENTION_DAYS = 3_650;
export const MAX_USER_NAME_LENGTH = 60;
export const MAX_PASSKEY_NAME_LENGTH = 60;
export const MAX_URL_LENGTH = 2_048;
export const MAX_LINK_PAYMENTS = 10_000;
/** 1 %. */
export const MAX_TOLERANCE_PPM = 10_000;

export const DEFAULT_CONFIRMATIONS = 3;
export const DEFAULT_EXPIRES_IN_SECONDS = 3_600;

/** How long the old secret may stay valid after a rotation: at most 30 days. */
export const MAX_SECRET_OVERLAP_SECONDS = 30 * 86_400;
/** How many sandbox blocks one request may mine or disconnect. */
export const MAX_SANDBOX_BLOCKS = 100;

/** The end of the year 9999. ISO 8601 has no common form for later years. */
export const MAX_UNIX_SECONDS = 253_402_300_798;

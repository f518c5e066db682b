import type { Language } from './language';
import type { Metadata } from './metadata';

export interface LinkTerms {
  readonly tolerancePpm: number;
  readonly requiredConfirmations: number;
  readonly expiresInSeconds: number;
  readonly webhookUrl: string | null;
  readonly reference: string | null;
  readonly metadata: Metadata | null;
  readonly locale: Language | null;
  readonly returnUrl: string | null;
  readonly returnAutomatically: boolean;
}

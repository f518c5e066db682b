import { createSharedValue } from '@/app/_ui/shared-value';
import { toast } from '@/app/_ui/toast';
import { callApi } from './call-api';
import { isSignedOutError, RequestError } from './request-error';

type Answer = (confirmed: boolean) => void;

/** Answers the open question for a password or code; undefined if no question is open. */
const openQuestion = createSharedValue<Answer | undefined>(undefined);

export const useFactorAnswer = openQuestion.useValue;

/** Opens the dialog that asks for a password or code. Resolves to whether the user confirmed. */
function askFactor(): Promise<boolean> {
  openQuestion.get()?.(false);
  return new Promise((resolve) => {
    openQuestion.set((confirmed) => {
      openQuestion.set(undefined);
      resolve(confirmed);
    });
  });
}

/**
 * Sends a request. If the server first demands a password or code, asks the user and repeats the
 * request.
 */
export async function retryWithFactor<T>(send: () => Promise<T>): Promise<T> {
  try {
    return await send();
  } catch (error) {
    const isWanted = error instanceof RequestError && error.code === 'step_up_required';
    if (!isWanted || !(await askFactor())) throw error;
    return send();
  }
}

/**
 * Asks for a password or code before a read such as a download, if the server demands one. Returns
 * whether the user confirmed; shows a failure in a toast.
 */
export async function ensureRecentFactor(): Promise<boolean> {
  try {
    const { recent } = await callApi('GET /api/dashboard/session/factor', {});
    return recent || (await askFactor());
  } catch (error) {
    if (!isSignedOutError(error))
      toast.error(error instanceof Error ? error.message : 'The request failed.');
    return false;
  }
}

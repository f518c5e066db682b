import { useMutation } from '@tanstack/react-query';
import { toast } from '@/app/_ui/toast';
import { isSignedOut } from './request-failed';

interface Ceremony<Options, Response, Answer> {
  /** Asks the server for a challenge. */
  readonly begin: () => Promise<Options>;
  /** Passes the challenge to the device, which asks its user. */
  readonly onDevice: (options: Options) => Promise<Response>;
  readonly end: (response: Response) => Promise<Answer>;
  readonly onDone: (answer: Answer) => void;
}

/** A use of a passkey by the user. Reports a failure in a toast. */
export function usePasskey<Options, Response, Answer>({
  begin,
  onDevice,
  end,
  onDone,
}: Ceremony<Options, Response, Answer>) {
  return useMutation({
    mutationFn: async () => end(await onDevice(await begin())),
    onSuccess: onDone,
    onError: (error) => {
      if (!isSignedOut(error)) toast.error(error.message);
    },
  });
}

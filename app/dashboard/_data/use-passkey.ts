import { useMutation } from '@tanstack/react-query';
import { toast } from '@/app/_ui/toast';
import { isSignedOutError } from './request-error';

interface Ceremony<Options, Response, Answer> {
  readonly begin: () => Promise<Options>;
  readonly onDevice: (options: Options) => Promise<Response>;
  readonly end: (response: Response) => Promise<Answer>;
  readonly onDone: (answer: Answer) => void;
}

/** Returns a mutation that uses a passkey and shows an error toast on failure. */
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
      if (!isSignedOutError(error)) toast.error(error.message);
    },
  });
}

import { Button } from '@/app/_ui/button';
import { counted } from '@/app/_ui/counted';
import { Dialog, DialogClose, DialogRoot } from '@/app/_ui/dialog';

export interface Refused {
  readonly id: string;
  readonly name: string;
  readonly why: string;
}

interface Props {
  readonly refused: readonly Refused[];
  readonly onClose: () => void;
}

/** The payments that an action could not be done for, each with the reason. */
export function RefusedList({ refused, onClose }: Props) {
  return (
    <DialogRoot open={refused.length > 0} onOpenChange={(open) => !open && onClose()}>
      <Dialog
        title={`${counted(refused.length, 'payment was', 'payments were')} left as before`}
        actions={
          <DialogClose asChild>
            <Button variant="primary">OK</Button>
          </DialogClose>
        }
      >
        <ul className="grid gap-3">
          {refused.map(({ id, name, why }) => (
            <li key={id}>
              <p className="font-medium wrap-anywhere">{name}</p>
              <p className="text-ink-2">{why}</p>
            </li>
          ))}
        </ul>
      </Dialog>
    </DialogRoot>
  );
}

import { DialogRoot, Question } from '@/app/_ui/dialog';

interface Props {
  readonly open: boolean;
  readonly onOpenChange: (open: boolean) => void;
  /** What loses the form: "Sign out". */
  readonly confirm: string;
  readonly onConfirm: () => void;
}

/** Asks before what was typed in a form is lost. */
export function LeaveQuestion({ open, onOpenChange, ...question }: Props) {
  return (
    <DialogRoot open={open} onOpenChange={onOpenChange}>
      <Question
        {...question}
        busy={false}
        title="Discard what you have typed?"
        description="The form on this page is filled in and not sent."
        dismiss="Stay"
      />
    </DialogRoot>
  );
}

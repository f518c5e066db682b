import { ConfirmDialogContent, DialogRoot } from '@/app/_ui/dialog';
import type { UnsavedKind } from './unsaved';

const WORDS: Record<UnsavedKind, { readonly title: string; readonly description: string }> = {
  form: {
    title: 'Discard what you have typed?',
    description: 'The form on this page has not been sent.',
  },
  key: {
    title: 'Have you stored the API key?',
    description:
      'The API key is not shown again. If you have not stored it, you have to rotate the key.',
  },
};

interface Props {
  readonly open: boolean;
  readonly onOpenChange: (open: boolean) => void;
  readonly loss: UnsavedKind;
  readonly confirm: string;
  readonly onConfirm: () => void;
}

export function LeaveDialog({ open, onOpenChange, loss, ...question }: Props) {
  return (
    <DialogRoot open={open} onOpenChange={onOpenChange}>
      <ConfirmDialogContent {...question} busy={false} {...WORDS[loss]} dismiss="Stay" />
    </DialogRoot>
  );
}

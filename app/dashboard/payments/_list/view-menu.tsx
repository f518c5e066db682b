'use client';

import { type SubmitEvent, useState } from 'react';
import { Button } from '@/app/_ui/button';
import { Dialog, DialogClose, DialogRoot } from '@/app/_ui/dialog';
import { Field, Input } from '@/app/_ui/field';
import { ChevronDown } from '@/app/_ui/icons';
import { Menu, MenuItem, MenuRoot, MenuTrigger } from '@/app/_ui/menu';
import { viewQueries } from '../../_data/queries';
import { RequestFailed } from '../../_data/request-failed';
import { useChange } from '../../_data/use-change';

const CHANGES = [viewQueries.list().queryKey];

/** Saves the present filters under a name. */
export function SaveView({ search }: { search: string }) {
  const [open, setOpen] = useState(false);
  const save = useChange('POST /api/dashboard/views', {
    ask: (name: string) => ({ body: { name, search } }),
    changes: CHANGES,
    done: ({ name }) => `View “${name}” saved.`,
    quiet: true,
  });
  return (
    <>
      <Button size="small" onClick={() => setOpen(true)}>
        Save view
      </Button>
      <NameDialog
        title="Save these filters"
        name=""
        open={open}
        onOpenChange={setOpen}
        error={save.error}
        busy={save.isPending}
        onName={(name) => save.mutate(name, { onSuccess: () => setOpen(false) })}
      />
    </>
  );
}

interface ViewMenuProps {
  readonly view: { readonly id: string; readonly name: string };
}

/** Renames and deletes the view that is shown. */
export function ViewMenu({ view }: ViewMenuProps) {
  const [open, setOpen] = useState(false);
  const rename = useChange('PATCH /api/dashboard/views/{id}', {
    ask: (name: string) => ({ id: view.id, body: { name } }),
    changes: CHANGES,
    done: () => 'View renamed.',
    quiet: true,
  });
  // Without a question: the filters stay in place, to be saved again.
  const remove = useChange('DELETE /api/dashboard/views/{id}', {
    ask: () => ({ id: view.id }),
    changes: CHANGES,
    done: () => `View “${view.name}” deleted.`,
  });
  return (
    <>
      <MenuRoot>
        <MenuTrigger asChild>
          <Button size="small">
            View options
            <ChevronDown aria-hidden />
          </Button>
        </MenuTrigger>
        <Menu>
          <MenuItem onSelect={() => setOpen(true)}>Rename view</MenuItem>
          <MenuItem danger onSelect={() => remove.mutate()}>
            Delete view
          </MenuItem>
        </Menu>
      </MenuRoot>
      <NameDialog
        title="Rename view"
        name={view.name}
        open={open}
        onOpenChange={setOpen}
        error={rename.error}
        busy={rename.isPending}
        onName={(name) => rename.mutate(name, { onSuccess: () => setOpen(false) })}
      />
    </>
  );
}

interface NameDialogProps {
  readonly title: string;
  readonly name: string;
  readonly open: boolean;
  readonly onOpenChange: (open: boolean) => void;
  readonly error: Error | null;
  readonly busy: boolean;
  readonly onName: (name: string) => void;
}

function NameDialog(props: NameDialogProps) {
  const { title, name, open, onOpenChange, error, busy, onName } = props;
  const message = error instanceof RequestFailed ? (error.fields.name ?? error.message) : undefined;
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    onName(String(new FormData(event.currentTarget).get('name')));
  };
  return (
    <DialogRoot open={open} onOpenChange={onOpenChange}>
      <Dialog title={title} description="Only you see your views.">
        <form onSubmit={submit} className="grid gap-4">
          <Field label="Name" error={message}>
            <Input name="name" defaultValue={name} autoComplete="off" />
          </Field>
          <div className="flex justify-end gap-2">
            <DialogClose asChild>
              <Button>Cancel</Button>
            </DialogClose>
            <Button type="submit" variant="primary" busy={busy}>
              Save
            </Button>
          </div>
        </form>
      </Dialog>
    </DialogRoot>
  );
}

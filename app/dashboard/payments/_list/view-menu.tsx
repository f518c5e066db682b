'use client';

import { useState } from 'react';
import { buttonClasses } from '@/app/_ui/button';
import { ChevronDown } from '@/app/_ui/icons';
import { loadOnFirstOpen } from '@/app/_ui/load-on-first-open';
import { mainLandmark } from '@/app/_ui/main-landmark';
import { MenuButton } from '@/app/_ui/menu-button';
import { useChange } from '../../_data/use-change';
import { NameButton } from '../../_form/name-button';

const NameDialog = loadOnFirstOpen(
  async () => (await import('../../_form/name-dialog')).NameDialog,
);

export function SaveView({ search }: { search: string }) {
  const save = useChange('POST /api/dashboard/views', {
    ask: (name: string) => ({ body: { name, search } }),
    done: ({ name }) => `View “${name}” saved.`,
    quiet: true,
  });
  return (
    <NameButton
      title="Save these filters"
      description="Only you see your views."
      name=""
      change={save}
    >
      Save view
    </NameButton>
  );
}

interface ViewMenuProps {
  readonly view: { readonly id: string; readonly name: string };
}

export function ViewMenu({ view }: ViewMenuProps) {
  const [open, setOpen] = useState(false);
  const rename = useChange('PATCH /api/dashboard/views/{id}', {
    ask: (name: string) => ({ id: view.id, body: { name } }),
    done: () => 'View renamed.',
    quiet: true,
  });
  // Asks for no confirmation, because the filters stay active and can be saved again.
  const remove = useChange('DELETE /api/dashboard/views/{id}', {
    ask: () => ({ id: view.id }),
    done: () => `View “${view.name}” deleted.`,
    answerFirst: true,
  });
  // The focused menu button disappears with the view, so the main content gets the focus.
  const onDeleted = () => mainLandmark()?.focus();
  return (
    <>
      <MenuButton
        className={buttonClasses({ size: 'small' })}
        entries={[
          { label: 'Rename view', onSelect: () => setOpen(true) },
          {
            label: 'Delete view',
            onSelect: () => remove.mutate(undefined, { onSuccess: onDeleted }),
            danger: true,
          },
        ]}
      >
        Saved view
        <ChevronDown aria-hidden />
      </MenuButton>
      <NameDialog
        title="Rename view"
        description="Only you see your views."
        name={view.name}
        open={open}
        onOpenChange={(next) => {
          setOpen(next);
          rename.reset();
        }}
        error={rename.error}
        busy={rename.isPending}
        onName={(name) => rename.mutate(name, { onSuccess: () => setOpen(false) })}
      />
    </>
  );
}

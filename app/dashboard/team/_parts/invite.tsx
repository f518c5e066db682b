'use client';

import { type FormEvent, useState } from 'react';
import { Button } from '@/app/_ui/button';
import { Dialog, DialogClose, DialogRoot, DialogTrigger } from '@/app/_ui/dialog';
import { Field } from '@/app/_ui/field';
import { Input } from '@/app/_ui/input';
import { RelativeTime } from '@/app/_ui/relative-time';
import { ROLE_MEANINGS, type Role } from '@/lib/domain/roles';
import type { InvitedAnswer } from '@/lib/http/answers/people';
import { peopleQueries } from '../../_data/queries';
import { RequestFailed } from '../../_data/request-failed';
import { useChange } from '../../_data/use-change';
import { Secret } from '../../keys/_parts/secret-once';
import { RoleSelect } from './role-select';

const FORM = 'invite';

/** Invites someone, and shows the link to hand over, once. */
export function Invite() {
  const [open, setOpen] = useState(false);
  const [email, setEmail] = useState('');
  const [role, setRole] = useState<Role>('member');
  const invite = useChange('POST /api/dashboard/team/invitations', {
    ask: () => ({ body: { email: email.trim(), role } }),
    changes: [peopleQueries.all()],
    quiet: true,
  });
  function change(next: boolean) {
    setOpen(next);
    if (next) return;
    invite.reset();
    setEmail('');
  }
  function submit(event: FormEvent) {
    event.preventDefault();
    if (!invite.isPending) invite.mutate();
  }
  return (
    <DialogRoot open={open} onOpenChange={change}>
      <DialogTrigger asChild>
        <Button variant="primary">Invite someone</Button>
      </DialogTrigger>
      {invite.data ? (
        <Invited invited={invite.data} onDone={() => change(false)} />
      ) : (
        <Dialog
          title="Invite someone"
          actions={
            <>
              <DialogClose asChild>
                <Button>Cancel</Button>
              </DialogClose>
              <Button type="submit" form={FORM} variant="primary" busy={invite.isPending}>
                Create invitation
              </Button>
            </>
          }
        >
          <form id={FORM} onSubmit={submit} noValidate className="grid gap-4">
            <Field label="E-mail address" error={invite.error && wordsOf(invite.error)}>
              <Input
                type="email"
                autoComplete="off"
                value={email}
                onChange={(event) => setEmail(event.target.value)}
              />
            </Field>
            <Field label="Role" hint={`${ROLE_MEANINGS[role]}.`}>
              <RoleSelect value={role} onRole={setRole} />
            </Field>
          </form>
        </Dialog>
      )}
    </DialogRoot>
  );
}

function Invited({ invited, onDone }: { invited: InvitedAnswer; onDone: () => void }) {
  return (
    <Dialog
      title={`An invitation for ${invited.email}`}
      description="No mail is sent from here: hand this link over yourself. It works once, for this address only, and is not shown again."
      actions={
        <Button variant="primary" onClick={onDone}>
          I have copied it
        </Button>
      }
    >
      <Secret
        label="invitation link"
        secret={invited.link}
        hint="Whoever has it signs in with it."
      />
      <p className="text-ink-3 text-small">
        It ends <RelativeTime iso={invited.expires_at} />.
      </p>
    </Dialog>
  );
}

function wordsOf(error: Error): string {
  if (!(error instanceof RequestFailed)) return 'That did not work. Try again.';
  return error.fields.email ?? error.message;
}

'use client';

import { parseAsBoolean, useQueryState } from 'nuqs';
import { useRef, useState } from 'react';
import { Badge } from '@/app/_ui/badge';
import { Button } from '@/app/_ui/button';
import { ChoiceChip } from '@/app/_ui/choice-chip';
import { Dialog, DialogRoot, DialogTrigger } from '@/app/_ui/dialog';
import { Field, Input } from '@/app/_ui/field';
import { mainLandmark } from '@/app/_ui/main-landmark';
import { CopyableSecret } from '@/app/_ui/secret';
import { actionsColumn, type Column, Table } from '@/app/_ui/table';
import { RelativeTime } from '@/app/_ui/time';
import { ROLE_MEANINGS } from '@/lib/domain/role-meanings';
import { ROLES, type Role } from '@/lib/domain/roles';
import type {
  InvitationResponse,
  NewInvitationResponse,
  TeamResponse,
} from '@/lib/http/merchant/people-response';
import { fieldErrorMessage } from '../../_data/request-error';
import { useChange } from '../../_data/use-change';
import { FormDialog } from '../../_form/form-dialog';
import { useLeaveWarning } from '../../_frame/unsaved';

export function Invitations({ team: { invitations, can } }: { team: TeamResponse }) {
  const section = useRef<HTMLElement>(null);
  const revoke = useChange('DELETE /api/dashboard/team/invitations/{id}', {
    ask: (invitation: InvitationResponse) => ({ id: invitation.id }),
    done: () => 'Invitation revoked.',
  });
  // Revoking removes the focused button, so the section gets the focus. With the last invitation,
  // the section disappears too, so the main content gets it.
  const onSuccess = () => (invitations.length > 1 ? section.current : mainLandmark())?.focus();
  const actions = (invitation: InvitationResponse) =>
    can.administer && (
      <Button
        variant="plain"
        size="small"
        busy={revoke.isPending && revoke.variables.id === invitation.id}
        onClick={() => revoke.mutate(invitation, { onSuccess })}
      >
        Revoke<span className="sr-only"> the invitation of {invitation.email}</span>
      </Button>
    );
  if (invitations.length === 0) return null;
  return (
    <section
      ref={section}
      tabIndex={-1}
      className="grid grid-cols-[minmax(0,1fr)] gap-3 pt-4 outline-none"
    >
      <h2 className="text-section">Invitations</h2>
      <Table
        caption="Open invitations"
        columns={[...COLUMNS, actionsColumn(actions)]}
        rows={invitations}
        keyOf={({ id }) => id}
      />
    </section>
  );
}

const COLUMNS: readonly Column<InvitationResponse>[] = [
  {
    head: 'E-mail address',
    phone: 'first-start',
    cellClassName: 'w-full truncate sm:max-w-0 font-medium',
    cell: ({ email }) => <span title={email}>{email}</span>,
  },
  { head: 'Role', phone: 'second-start', cell: ({ role }) => role },
  {
    head: 'Invited by',
    cellClassName: 'max-w-52 truncate text-ink-2',
    cell: ({ invited_by: person }) => <span title={person}>{person}</span>,
  },
  {
    head: 'Expires',
    phone: 'first-end',
    cellClassName: 'whitespace-nowrap text-ink-2',
    cell: ({ expired, expires_at: iso }) =>
      expired ? (
        <Badge tone="idle">Expired</Badge>
      ) : (
        <>
          <span className="sm:hidden">Expires </span>
          <RelativeTime iso={iso} upcoming />
        </>
      ),
  },
];

/** Invites a member and shows the link once. */
export function Invite() {
  // This state is in the URL, because the command palette opens the dialog.
  const [open, setOpen] = useQueryState('invite', parseAsBoolean.withDefault(false));
  const field = useRef<HTMLInputElement>(null);
  const [email, setEmail] = useState('');
  const [role, setRole] = useState<Role>('member');
  const invite = useChange('POST /api/dashboard/team/invitations', {
    ask: () => ({ body: { email: email.trim(), role } }),
    answerFirst: true,
    quiet: true,
  });
  useLeaveWarning(email !== '' && !invite.data);
  function change(next: boolean) {
    setOpen(next || null);
    if (next) return;
    invite.reset();
    setEmail('');
    setRole('member');
  }
  return (
    <DialogRoot open={open} onOpenChange={change}>
      <DialogTrigger asChild>
        <Button variant="primary">Invite member</Button>
      </DialogTrigger>
      {invite.data ? (
        <Invited invited={invite.data} onDone={() => change(false)} />
      ) : (
        <FormDialog
          title="Invite member"
          focusFirst={field}
          confirm="Create invitation"
          change={invite}
          onSubmit={invite.mutate}
        >
          {() => (
            <>
              <Field label="E-mail address" error={fieldErrorMessage('email', invite.error)}>
                <Input
                  ref={field}
                  type="email"
                  autoComplete="off"
                  value={email}
                  onChange={(event) => setEmail(event.target.value)}
                />
              </Field>
              <fieldset className="grid gap-1">
                <legend className="mb-1 font-medium">Role</legend>
                <div className="flex flex-wrap gap-1.5">
                  {ROLES.map((one) => (
                    <ChoiceChip
                      key={one}
                      name="role"
                      value={one}
                      checked={role === one}
                      onChange={() => setRole(one)}
                    >
                      {one}
                    </ChoiceChip>
                  ))}
                </div>
                <p className="text-ink-3 text-small">{ROLE_MEANINGS[role]}.</p>
              </fieldset>
            </>
          )}
        </FormDialog>
      )}
    </DialogRoot>
  );
}

function Invited({ invited, onDone }: { invited: NewInvitationResponse; onDone: () => void }) {
  return (
    <Dialog
      title={`Invitation for ${invited.email}`}
      stays
      description={`${invited.mailed ? 'The link is on its way by mail. You can also send it yourself.' : 'Mail is off on this server, so send this link yourself.'} The link works once, for this address only, and is not shown again.`}
      actions={
        <Button variant="primary" onClick={onDone}>
          I have copied it
        </Button>
      }
    >
      <CopyableSecret
        label="invitation link"
        secret={invited.link}
        hint="Anyone with this link can accept the invitation."
      />
      <p className="text-ink-3 text-small">
        The link expires <RelativeTime iso={invited.expires_at} upcoming />.
      </p>
    </Dialog>
  );
}

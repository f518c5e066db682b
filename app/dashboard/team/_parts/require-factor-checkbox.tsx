'use client';

import { Checkbox } from '@/app/_ui/field';
import type { TeamResponse } from '@/lib/http/merchant/people-response';
import { useChange } from '../../_data/use-change';

/** Whether all members need a second factor. The checkbox saves immediately. */
export function RequireFactorCheckbox({ team }: { readonly team: TeamResponse }) {
  const change = useChange('PATCH /api/dashboard/team', {
    ask: (isRequired: boolean) => ({ body: { requires_factor: isRequired } }),
    done: () => 'Team changed.',
  });
  return (
    <Checkbox
      className="pt-4"
      label="Require a second factor"
      hint="Members without one set up an app or a passkey before they see anything else."
      checked={change.isPending ? change.variables : team.requires_factor}
      onChange={({ target: { checked } }) => change.mutate(checked)}
    />
  );
}

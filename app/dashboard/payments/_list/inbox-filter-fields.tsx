import { Field, Select } from '@/app/_ui/field';
import { INBOX_REASONS, INBOX_STATES, type InboxReason } from '@/lib/domain/worklist';
import { REASON_WORDS } from '../../_worklist/reason-words';
import { CheckGroup } from './check-group';
import { type FilterChange, type Filters, INBOX_STATE_LABELS } from './filters';

const REASON_LABELS = Object.fromEntries(
  INBOX_REASONS.map((reason) => [reason, REASON_WORDS[reason].label]),
) as Record<InboxReason, string>;

interface Props {
  readonly filters: Filters;
  readonly onChange: (change: FilterChange) => void;
}

export function InboxFilterFields({ filters, onChange }: Props) {
  return (
    <div className="grid gap-4">
      <Field label="Inbox">
        <Select
          value={filters.worklist ?? ''}
          onChange={({ target: { value } }) => {
            const worklist = INBOX_STATES.find((state) => state === value) ?? null;
            onChange({ worklist, ...(worklist === null && { reasons: null }) });
          }}
        >
          <option value="">All payments</option>
          {INBOX_STATES.map((state) => (
            <option key={state} value={state}>
              {INBOX_STATE_LABELS[state]}
            </option>
          ))}
        </Select>
      </Field>
      {(filters.worklist || filters.reasons) && (
        <CheckGroup
          legend="Reason"
          labels={REASON_LABELS}
          all={INBOX_REASONS}
          chosen={filters.reasons ?? []}
          onChange={(reasons) => onChange({ reasons })}
        />
      )}
    </div>
  );
}

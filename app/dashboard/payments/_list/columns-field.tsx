import { Field, Input } from '@/app/_ui/field';
import { type FilterChange, type Filters, normalizeMetadataColumns } from './filters';

interface Props {
  readonly filters: Filters;
  readonly onChange: (change: FilterChange) => void;
}

/** Chooses the metadata that the list shows as columns. The choice applies on blur and on Enter. */
export function ColumnsField({ filters, onChange }: Props) {
  const text = normalizeMetadataColumns(filters).join(', ');
  const apply = (typed: string) => {
    const columns = normalizeMetadataColumns({ columns: typed.split(',') });
    if (columns.join(', ') !== text) onChange({ columns: columns.length > 0 ? columns : null });
  };
  return (
    <Field
      label="Metadata columns"
      hint="Up to 4 metadata names, separated by commas. Saved views include the columns."
    >
      <Input
        key={text}
        defaultValue={text}
        autoComplete="off"
        spellCheck={false}
        placeholder="order, size"
        onBlur={({ currentTarget }) => apply(currentTarget.value)}
        onKeyDown={({ key, currentTarget }) => {
          if (key === 'Enter') apply(currentTarget.value);
        }}
      />
    </Field>
  );
}

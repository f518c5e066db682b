import { Checkbox } from '@/app/_ui/field';

interface CheckGroupProps<T extends string> {
  readonly legend: string;
  readonly labels: Record<T, string>;
  readonly all: readonly T[];
  readonly chosen: readonly T[];
  readonly onChange: (chosen: T[] | null) => void;
}

export function CheckGroup<T extends string>(props: CheckGroupProps<T>) {
  const { legend, labels, all, chosen, onChange } = props;
  return (
    <fieldset className="grid gap-2">
      <legend className="mb-2 font-semibold">{legend}</legend>
      <div className="grid grid-cols-2 gap-2 max-sm:grid-cols-1 pointer-coarse:gap-y-7">
        {all.map((value) => (
          <Checkbox
            key={value}
            label={labels[value]}
            checked={chosen.includes(value)}
            onChange={({ target }) => {
              const next = all.filter((one) =>
                one === value ? target.checked : chosen.includes(one),
              );
              onChange(next.length > 0 ? next : null);
            }}
          />
        ))}
      </div>
    </fieldset>
  );
}

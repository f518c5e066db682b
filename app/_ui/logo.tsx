import { Tally } from './tally';

export function LogoMark() {
  return (
    <span aria-hidden="true" className="inline-flex">
      <Tally filled={4} required={6} tone="accent" />
    </span>
  );
}

export function Logo() {
  return (
    <span className="inline-flex items-center gap-2.5 font-bold text-section">
      <LogoMark />
      <span className="truncate">Blocktally</span>
    </span>
  );
}

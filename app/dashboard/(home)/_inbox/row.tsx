import type { ReactNode } from 'react';
import { Badge, type Tone } from '@/app/_ui/badge';

interface RowProps {
  readonly badge: string;
  readonly tone: Tone;
  readonly name: ReactNode;
  readonly reason: string;
  readonly note?: ReactNode;
  readonly figure?: ReactNode;
  readonly action: ReactNode;
  readonly toggle?: ReactNode;
}

/** What a row is about, why it is there, how much it is about, and what to do. */
export function Row({ badge, tone, name, reason, note, figure, action, toggle }: RowProps) {
  return (
    <div className="inbox-row">
      <span className="inbox-badge">
        <Badge tone={tone}>{badge}</Badge>
      </span>
      <span className="inbox-name">{name}</span>
      <div className="inbox-why">
        <p>{reason}</p>
        {note}
      </div>
      <span className="inbox-figure">{figure}</span>
      <span className="inbox-action">{action}</span>
      <span className="inbox-toggle">{toggle}</span>
    </div>
  );
}

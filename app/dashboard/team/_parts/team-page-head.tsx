import type { ReactNode } from 'react';
import { PageTabs } from '@/app/_ui/tabs';
import { PageHead } from '../../_frame/page-head';
import { AUDIT_LOG, TEAM } from '../../_frame/paths';

interface Props {
  readonly current: typeof TEAM | typeof AUDIT_LOG;
  readonly actions?: ReactNode;
}

export function TeamPageHead({ current, actions }: Props) {
  return (
    <>
      <PageHead title="Team" aside={false} actions={actions} />
      <PageTabs
        label="Team"
        current={current}
        pages={[
          { href: TEAM, label: 'Members' },
          { href: AUDIT_LOG, label: 'Audit log' },
        ]}
      />
    </>
  );
}

'use client';

import { useQuery } from '@tanstack/react-query';
import { ButtonLink } from '@/app/_ui/button';
import { keyQueries } from '../../_data/queries';
import { PageHead } from '../../_frame/page-head';
import { API_REFERENCE, CHECK_SIGNATURE, TEST_WEBHOOK } from '../../_frame/paths';
import { Deliveries } from '../_deliveries/deliveries';
import { AddEndpoint } from './endpoint-dialog';
import { Endpoints } from './endpoints';

export function Webhooks() {
  const { data: keys } = useQuery(keyQueries.list());
  return (
    <>
      <PageHead
        title="Webhooks"
        actions={
          <>
            <ButtonLink href={API_REFERENCE}>API reference</ButtonLink>
            <ButtonLink href={CHECK_SIGNATURE}>Check a signature</ButtonLink>
            <ButtonLink href={TEST_WEBHOOK}>Test webhook</ButtonLink>
            {keys?.can.administer && <AddEndpoint />}
          </>
        }
      />
      <Endpoints />
      <Deliveries />
    </>
  );
}

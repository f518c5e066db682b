'use client';

import { useQuery } from '@tanstack/react-query';
import { EmptyState } from '@/app/_ui/empty-state';
import { ChevronRight } from '@/app/_ui/icons';
import { IntentLink } from '@/app/_ui/intent-link';
import { SkeletonTable } from '@/app/_ui/skeleton-table';
import { type Column, Table } from '@/app/_ui/table';
import { RelativeTime } from '@/app/_ui/time';
import type { ShopResponse } from '@/lib/http/shops/shop-response';
import { shopQueries } from '../../_data/queries';
import { BackLink } from '../../_frame/back-link';
import { PageHead } from '../../_frame/page-head';
import {
  API_REFERENCE,
  IMPORT_STORE,
  NEW_LINK,
  paymentPage,
  pluginPage,
  SETTINGS,
} from '../../_frame/paths';
import { Section } from '../../_frame/section';
import { nameColumn } from '../../_list/name-column';
import { QueryState } from '../../_list/query-state';
import { LastRequest, ShopState, shopName } from './shop-state';

/** Taken from the table of plugins. */
export interface PluginCell {
  readonly id: string;
  readonly name: string;
  readonly about: string;
  readonly how: string;
}

export function Shops({ plugins }: { plugins: readonly PluginCell[] }) {
  const query = useQuery(shopQueries.list());
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-8">
      <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
        <BackLink href={SETTINGS} label="Settings" />
        <PageHead title="Connect a shop" aside={false}>
          Your customers then choose bitcoin at checkout, and your shop marks the order as paid.
          Plugins made for BTCPay Server work unchanged.
        </PageHead>
      </div>
      <QueryState
        what="The shops"
        query={query}
        skeleton={<SkeletonTable caption="Loading shops" columns={COLUMNS} rows={2} />}
      >
        {({ enabled, data }) =>
          enabled ? (
            <div className="grid grid-cols-[minmax(0,1fr)] gap-8">
              {data.length > 0 && (
                <Section title="Connected" note={data.length}>
                  <Table
                    caption="Connected shops"
                    columns={COLUMNS}
                    rows={data}
                    keyOf={({ id }) => id}
                  />
                </Section>
              )}
              <Section title={data.length > 0 ? 'Add another' : 'Choose your shop system'}>
                <PluginGrid plugins={plugins} />
                <p className="text-ink-2 text-small">
                  No shop? Send a{' '}
                  <IntentLink href={NEW_LINK} className="text-accent underline underline-offset-2">
                    payment link
                  </IntentLink>
                  . Coming from BTCPay Server?{' '}
                  <IntentLink
                    href={IMPORT_STORE}
                    className="text-accent underline underline-offset-2"
                  >
                    Import your store
                  </IntentLink>
                  .
                </p>
              </Section>
            </div>
          ) : (
            <EmptyState title="Plugins are switched off on this server.">
              <p>
                The operator can let shop plugins connect by removing GREENFIELD=off from the
                server’s settings.
              </p>
            </EmptyState>
          )
        }
      </QueryState>
    </div>
  );
}

function PluginGrid({ plugins }: { plugins: readonly PluginCell[] }) {
  return (
    <ul className="shop-grid">
      {plugins.map(({ id, name, about, how }) => (
        <li key={id}>
          <IntentLink href={pluginPage(id)}>{name}</IntentLink>
          <span className="text-ink-2 text-small">{about}</span>
          <span className="shop-how">
            {how}
            <ChevronRight aria-hidden className="size-4" />
          </span>
        </li>
      ))}
      <li>
        <IntentLink href={API_REFERENCE}>Your own backend</IntentLink>
        <span className="text-ink-2 text-small">REST API and webhooks</span>
        <span className="shop-how">
          API key and code
          <ChevronRight aria-hidden className="size-4" />
        </span>
      </li>
    </ul>
  );
}

const COLUMNS: readonly Column<ShopResponse>[] = [
  nameColumn('Shop', (shop) => ({ href: pluginPage(shop.plugin), name: shopName(shop) })),
  { head: 'State', phone: 'first-end', cell: (shop) => <ShopState shop={shop} /> },
  { head: 'Plugin', phone: 'second-start', cell: ({ label }) => label },
  {
    head: 'API key',
    className: 'max-lg:hidden',
    cell: ({ store }) => `${store.name}, ${store.network}`,
  },
  {
    head: 'Last order',
    className: 'max-lg:hidden',
    cell: ({ last_order: order }) =>
      order ? (
        <IntentLink
          href={paymentPage(order.id)}
          prefetch={false}
          className="text-accent hover:underline"
        >
          {order.reference ?? <RelativeTime iso={order.created_at} />}
        </IntentLink>
      ) : (
        <span className="text-ink-3">None yet</span>
      ),
  },
  {
    head: 'Last call',
    phone: 'second-end',
    cellClassName: 'whitespace-nowrap text-ink-2',
    cell: (shop) => <LastRequest shop={shop} />,
  },
];

'use client';

import { useQuery } from '@tanstack/react-query';
import { Fact, FactList } from '@/app/_ui/facts';
import { IntentLink } from '@/app/_ui/intent-link';
import { actionsColumn, type Column, Table } from '@/app/_ui/table';
import type { ShopResponse } from '@/lib/http/shops/shop-response';
import { shopQueries } from '../../_data/queries';
import { keyPage, pluginPage } from '../../_frame/paths';
import { Section } from '../../_frame/section';
import { nameColumn } from '../../_list/name-column';
import { Disconnect } from '../../shops/_parts/disconnect';
import { LastRequest, permissionsText, ShopState } from '../../shops/_parts/shop-state';

/** Shows nothing if there are no plugin keys. */
export function PluginKeys() {
  const { data } = useQuery(shopQueries.list());
  if (!data || data.data.length === 0) return null;
  return (
    <Section title="Keys of plugins" note="Made by connecting a shop">
      <Table
        caption="Keys of plugins"
        columns={data.can.administer ? [...COLUMNS, DISCONNECT] : COLUMNS}
        rows={data.data}
        keyOf={({ id }) => id}
      />
    </Section>
  );
}

const COLUMNS: readonly Column<ShopResponse>[] = [
  nameColumn('Plugin', ({ plugin, label }) => ({ href: pluginPage(plugin), name: label })),
  { head: 'State', phone: 'first-end', cell: (shop) => <ShopState shop={shop} /> },
  {
    head: 'Prefix',
    phone: 'second-start',
    className: 'sm:max-xl:hidden',
    cell: ({ prefix }) => <span className="mono text-ink-2">{prefix}…</span>,
  },
  { head: 'Shop', className: 'max-lg:hidden', cell: ({ host }) => host ?? 'Copied by hand' },
  {
    head: 'API key',
    className: 'max-xl:hidden',
    cell: ({ store }) => (
      <IntentLink href={keyPage(store.id)} prefetch={false} className="text-accent hover:underline">
        {store.name}
      </IntentLink>
    ),
  },
  {
    head: 'Last call',
    phone: 'third',
    cellClassName: 'whitespace-nowrap text-ink-2',
    cell: (shop) => <LastRequest shop={shop} />,
  },
];

const DISCONNECT = actionsColumn((shop: ShopResponse) => <Disconnect shop={shop} small />);

/** Lists the plugins that are connected to an API key; shows nothing if there are none. */
export function PluginsOfKey({ keyId }: { keyId: string }) {
  const { data } = useQuery(shopQueries.list());
  const shops = data?.data.filter(({ store }) => store.id === keyId) ?? [];
  if (!data || shops.length === 0) return null;
  return (
    <Section title="Connected plugins" note={shops.length}>
      <ul className="grid grid-cols-[minmax(0,1fr)] border-rule-5 border-y bg-surface">
        {shops.map((shop) => (
          <li key={shop.id} className="grid gap-2 border-b px-4 py-4 last:border-b-0 sm:px-5">
            <div className="flex min-h-9 flex-wrap items-center justify-between gap-2">
              <h3 className="flex flex-wrap items-center gap-x-3 gap-y-1 font-semibold">
                <IntentLink href={pluginPage(shop.plugin)} className="text-accent hover:underline">
                  {shop.label}
                </IntentLink>
                <ShopState shop={shop} />
              </h3>
              {data.can.administer && <Disconnect shop={shop} small />}
            </div>
            <FactList>
              <Fact name="Shop">{shop.host ?? 'Key copied by hand'}</Fact>
              <Fact name="Key">
                <span className="mono">{shop.prefix}…</span>
              </Fact>
              <Fact name="May">{permissionsText(shop)}</Fact>
              <Fact name="Last call">
                <LastRequest shop={shop} />
              </Fact>
            </FactList>
            {shop.last_error && (
              <p className="text-ink-2 text-small">Last refused request: {shop.last_error.text}</p>
            )}
          </li>
        ))}
      </ul>
    </Section>
  );
}

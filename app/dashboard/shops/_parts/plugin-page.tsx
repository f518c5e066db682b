'use client';

import { useQuery } from '@tanstack/react-query';
import { Badge } from '@/app/_ui/badge';
import { buttonClasses } from '@/app/_ui/button';
import { CopyButton } from '@/app/_ui/copy-button';
import { EmptyState } from '@/app/_ui/empty-state';
import { ExternalLink } from '@/app/_ui/icons';
import { Skeleton } from '@/app/_ui/skeleton';
import { shopQueries } from '../../_data/queries';
import { BackLink } from '../../_frame/back-link';
import { useFrame } from '../../_frame/frame';
import { PageHead } from '../../_frame/page-head';
import { SHOPS } from '../../_frame/paths';
import { Section } from '../../_frame/section';
import { QueryState } from '../../_list/query-state';
import { ConnectedShop } from './connected-shop';
import { CreateShopKey } from './create-shop-key';

/** Taken from the table of plugins. */
export interface PluginInfo {
  readonly id: string;
  readonly name: string;
  readonly about: string;
  readonly connects: 'approval' | 'copy';
  readonly guide?: string;
  readonly steps: readonly { readonly title: string; readonly text: string }[];
}

export function PluginPage({ plugin }: { plugin: PluginInfo }) {
  const query = useQuery(shopQueries.list());
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <BackLink href={SHOPS} label="Connect a shop" />
      <QueryState
        what="The connection"
        query={query}
        heading={plugin.name}
        skeleton={<Skeleton className="h-60 w-full" />}
      >
        {({ enabled, data, can }) => {
          const shops = data.filter((shop) => shop.plugin === plugin.id);
          return (
            <div className="grid grid-cols-[minmax(0,1fr)] gap-8">
              <PageHead
                title={plugin.name}
                aside={shops.length === 0 && enabled && <Badge tone="idle">Not connected</Badge>}
                actions={plugin.guide && <Guide href={plugin.guide} />}
              >
                {plugin.about}
              </PageHead>
              {shops.map((shop) => (
                <ConnectedShop key={shop.id} shop={shop} can={can} />
              ))}
              {enabled ? (
                <Section title={shops.length > 0 ? 'Connect another' : 'How to connect'}>
                  <Steps plugin={plugin} canCreate={can.administer} />
                </Section>
              ) : (
                <EmptyState title="Plugins are switched off on this server." />
              )}
            </div>
          );
        }}
      </QueryState>
    </div>
  );
}

function Steps({ plugin, canCreate }: { plugin: PluginInfo; canCreate: boolean }) {
  const url = useFrame(({ app_url: appUrl }) => appUrl);
  const pastes = plugin.steps.findIndex(({ text }) => /URL/.test(text));
  return (
    <ol className="setup">
      {plugin.steps.map(({ title, text }, place) => (
        <li key={title} className="setup-step is-later">
          <span className="setup-mark" aria-hidden="true" />
          <div className="grid gap-0.5">
            <h3 className="font-semibold">{title}</h3>
            <p className="max-w-reading text-ink-2 text-small">{text}</p>
          </div>
          {place === pastes && (
            <div className="setup-open grid grid-cols-[minmax(0,1fr)] gap-3">
              <ValueToPaste label="Server’s URL" text={url} />
              {plugin.connects === 'copy' &&
                (canCreate ? (
                  <CreateShopKey plugin={plugin.id} name={plugin.name} />
                ) : (
                  <p className="text-ink-3 text-small">Ask an owner to create the API key.</p>
                ))}
            </div>
          )}
        </li>
      ))}
      <li className="setup-step is-later">
        <span className="setup-mark" aria-hidden="true" />
        <div className="grid gap-0.5">
          <h3 className="font-semibold">Pay a test order</h3>
          <p className="max-w-reading text-ink-2 text-small">
            Once your shop is connected, you can create a test order here. It uses the same requests
            as the plugin.
          </p>
        </div>
      </li>
    </ol>
  );
}

function Guide({ href }: { href: string }) {
  return (
    <a className={buttonClasses({})} href={href} target="_blank" rel="noreferrer noopener">
      <ExternalLink aria-hidden />
      Guide with pictures
      <span className="sr-only"> in a new tab</span>
    </a>
  );
}

export function ValueToPaste({ label, text }: { label: string; text: string }) {
  return (
    <div className="grid max-w-reading gap-1">
      <p className="font-medium text-small">{label}</p>
      <div className="flex items-center gap-2 rounded-control border bg-surface py-1 ps-3 pe-1">
        <code className="mono min-w-0 flex-1 wrap-anywhere">{text}</code>
        <CopyButton text={text} label={`Copy ${label.toLowerCase()}`} />
      </div>
    </div>
  );
}

'use client';

import { useQuery } from '@tanstack/react-query';
import { useRef } from 'react';
import { useClock } from '@/app/_ui/clock';
import { X } from '@/app/_ui/icons';
import { mainLandmark } from '@/app/_ui/main-landmark';
import { fullStamp } from '@/app/_ui/time-text';
import { formatSats } from '@/lib/domain/format-sats';
import { customerQueries } from '../../_data/customer-queries';
import { endpointQueries, keyQueries, linkQueries } from '../../_data/queries';
import { customerName } from '../../_list/reference-text';
import { REASON_WORDS } from '../../_worklist/reason-words';
import type { FilterChange, Filters } from './filters';
import {
  FLAG_LABELS,
  INBOX_STATE_LABELS,
  normalizeMetadataColumns,
  STATUS_LABELS,
} from './filters';

interface Props {
  readonly filters: Filters;
  readonly onChange: (change: FilterChange) => void;
}

/** The filters set in the filter sheet, each with a button that removes it. */
export function ActiveFilters({ filters, onChange }: Props) {
  const keys = useQuery({ ...keyQueries.list(), enabled: filters.key !== null }).data?.data;
  const keyName = keys?.find(({ id }) => id === filters.key)?.name ?? 'unknown';
  const link = useQuery({
    ...linkQueries.detail(filters.link ?? ''),
    enabled: filters.link !== null,
  }).data?.link;
  const customer = useQuery({
    ...customerQueries.detail(filters.customer ?? ''),
    enabled: filters.customer !== null,
  }).data?.customer;
  const endpoint = useQuery({
    ...endpointQueries.detail(filters.endpoint ?? ''),
    enabled: filters.endpoint !== null,
  }).data;
  const { timeZone } = useClock();
  const list = useRef<HTMLUListElement>(null);
  const names = {
    keyName,
    linkTitle: link?.title ?? 'unknown',
    customer: customer ? customerName(customer) : 'unknown',
    endpointUrl: endpoint?.url ?? 'unknown',
    timeZone,
  };
  const pills = pillsOf(filters, names);
  if (pills.length === 0) return null;
  const remove = ({ without }: Pill, index: number) => {
    const left = pillsOf({ ...filters, ...without }, names);
    const next = pills.findIndex(({ text }) => text === (left[index] ?? left.at(-1))?.text);
    const button = list.current?.children[next]?.querySelector('button');
    (button ?? mainLandmark())?.focus();
    onChange(without);
  };
  return (
    <ul ref={list} aria-label="Active filters" className="flex flex-wrap gap-1.5">
      {pills.map((pill, index) => (
        <li key={pill.text}>
          <button
            type="button"
            onClick={() => remove(pill, index)}
            className="inline-flex min-h-7 items-center gap-1.5 rounded-badge bg-accent-tint ps-2.5 pe-1.5 text-accent text-small hover:text-accent-hover pointer-coarse:min-h-11"
          >
            <span className="sr-only">Remove filter </span>
            {pill.text}
            <X aria-hidden className="size-3.5" />
          </button>
        </li>
      ))}
    </ul>
  );
}

interface Pill {
  readonly text: string;
  readonly without: Omit<FilterChange, 'page'>;
}

interface Names {
  readonly keyName: string;
  readonly linkTitle: string;
  readonly customer: string;
  readonly endpointUrl: string;
  readonly timeZone: string | undefined;
}

function pillsOf(filters: Filters, names: Names): Pill[] {
  const { keyName, linkTitle, customer, endpointUrl, timeZone } = names;
  const stamp = (seconds: number) => fullStamp(new Date(seconds * 1000), timeZone);
  const { status, flags, worklist, reasons, min, max, from, to } = filters;
  const { confirmed_from: first, confirmed_to: last } = filters;
  const pills: (Pill | null | false)[] = [
    ...each(status).map((value) => ({
      text: STATUS_LABELS[value],
      without: { status: without(status, value) },
    })),
    ...each(flags).map((value) => ({
      text: FLAG_LABELS[value],
      without: { flags: without(flags, value) },
    })),
    filters.webhook && { text: 'Webhook failed', without: { webhook: null } },
    worklist && { text: INBOX_STATE_LABELS[worklist], without: { worklist: null, reasons: null } },
    ...each(reasons).map((value) => ({
      text: `Reason: ${REASON_WORDS[value].label.toLowerCase()}`,
      without: { reasons: without(reasons, value) },
    })),
    filters.key !== null && { text: `Key: ${keyName}`, without: { key: null } },
    filters.link !== null && { text: `Payment link: ${linkTitle}`, without: { link: null } },
    filters.customer !== null && { text: `Customer: ${customer}`, without: { customer: null } },
    filters.network && { text: filters.network, without: { network: null } },
    min !== null && { text: `At least ${formatSats(min)}`, without: { min: null } },
    max !== null && { text: `At most ${formatSats(max)}`, without: { max: null } },
    ...normalizeMetadataColumns(filters).map((name) => ({
      text: `Column: ${name}`,
      without: { columns: without(filters.columns, name) },
    })),
    from !== null && { text: `From ${stamp(from)}`, without: { from: null } },
    to !== null && { text: `To ${stamp(to)}`, without: { to: null } },
    first !== null && { text: `Confirmed from ${stamp(first)}`, without: { confirmed_from: null } },
    last !== null && { text: `Confirmed to ${stamp(last)}`, without: { confirmed_to: null } },
    filters.endpoint !== null && { text: `Endpoint: ${endpointUrl}`, without: { endpoint: null } },
  ];
  return pills.filter((pill) => pill !== null && pill !== false);
}

/** Removes repeated values, which the URL may contain. */
const each = <T,>(values: readonly T[] | null) => [...new Set(values)];

function without<T>(all: readonly T[] | null, one: T): T[] | null {
  const rest = (all ?? []).filter((value) => value !== one);
  return rest.length > 0 ? rest : null;
}

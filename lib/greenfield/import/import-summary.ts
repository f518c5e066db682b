import { changeBranchWarning } from '@/lib/bitcoin/change-branch';
import { isCurrency } from '@/lib/domain/currency';
import type { ImportReport } from './import-store';
import type { ImportedWebhook } from './import-webhooks';

export interface ImportSummary {
  readonly name: string;
  readonly currency: string | null;
  readonly keyId: string | null;
  /** The script functions of the wallet's descriptor, such as `wpkh`. */
  readonly kind: string;
  readonly firstAddresses: readonly string[];
  readonly nextIndex: number;
  readonly invoices: {
    readonly found: number;
    readonly byStatus: readonly { readonly status: string; readonly count: number }[];
    readonly imported: number;
    readonly known: number;
  };
  readonly webhooks: readonly ImportedWebhook[];
  readonly warnings: readonly string[];
  readonly secrets: ImportReport['secrets'];
}

const STATUSES = ['New', 'Processing', 'Settled', 'Expired', 'Invalid'] as const;

export function importSummary(report: ImportReport): ImportSummary {
  const { plan, apiKeyId, imported, known, webhooks, secrets } = report;
  const { name, store, facts, nextIndex } = plan;
  const byStatus = STATUSES.map((status) => ({
    status,
    count: store.invoices.filter(({ invoice }) => invoice.status === status).length,
  }));
  return {
    ...{ name, currency: store.currency ?? null, keyId: apiKeyId, kind: facts.kind },
    ...{ firstAddresses: facts.firstAddresses, nextIndex },
    invoices: {
      found: store.invoices.length,
      byStatus: byStatus.filter(({ count }) => count > 0),
      ...{ imported, known },
    },
    ...{ webhooks, warnings: warningsOf(report), secrets },
  };
}

function warningsOf({ plan, refusedUrls }: ImportReport): string[] {
  const { store, drafts, facts } = plan;
  const changeBranch = changeBranchWarning(facts.canonical);
  const withoutAddress = store.invoices.length - drafts.length;
  const foreign = drafts.filter(({ draft }) => draft.derivationIndex === null).length;
  const { currency } = store;
  return [
    ...(changeBranch ? [changeBranch] : []),
    ...(currency && !isCurrency(currency) ? [`Blocktally has no prices in ${currency}.`] : []),
    ...(withoutAddress > 0
      ? [`Invoices without a Bitcoin address of their own are not imported: ${withoutAddress}.`]
      : []),
    ...(foreign > 0
      ? [`Invoices with an address outside this wallet are followed too: ${foreign}.`]
      : []),
    ...refusedUrls.map((url) => `Webhook not added, because its URL is not allowed here: ${url}`),
  ];
}

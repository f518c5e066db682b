import { auditEvents } from './audit-events';
import { auditLinks } from './audit-links';
import { auditPayments } from './audit-payments';
import { auditPrices } from './audit-prices';
import { auditRefunds } from './audit-refunds';
import { auditStore } from './audit-store';
import { auditWebhooks } from './audit-webhooks';
import type { Evidence } from './evidence';
import { Findings } from './findings';

export function audit(evidence: Evidence, findings = new Findings()): Findings {
  auditPayments(evidence, findings);
  auditLinks(evidence, findings);
  auditPrices(evidence, findings);
  auditEvents(evidence, findings);
  auditRefunds(evidence, findings);
  auditWebhooks(evidence, findings);
  auditStore(evidence, findings);
  return findings;
}

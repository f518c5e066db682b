import { notFound } from 'next/navigation';

/**
 * Matches every unknown path under /dashboard, so that its "not found" page has the dashboard's
 * frame.
 */
export default function Unknown() {
  notFound();
}

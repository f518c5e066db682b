import { notFound } from 'next/navigation';

/**
 * Handles all other paths under /dashboard, so that its "not found" page has the dashboard's frame.
 */
export default function Unknown() {
  notFound();
}

import { notFound } from 'next/navigation';

/** Matches unknown paths under /dashboard, to show "not found" in the dashboard's frame. */
export default function Unknown() {
  notFound();
}

import { notFound } from 'next/navigation';

/** Every other address under /dashboard, so that its "not found" has the frame of the dashboard. */
export default function Unknown() {
  notFound();
}

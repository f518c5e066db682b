import type { Metadata } from 'next';
import { Team } from './_parts/team';

export const metadata: Metadata = { title: 'Team' };

export default function TeamPage() {
  return <Team />;
}

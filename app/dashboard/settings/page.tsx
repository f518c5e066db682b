import type { Metadata } from 'next';
import { Settings } from './_parts/settings';

export const metadata: Metadata = { title: 'Settings' };

export default function SettingsPage() {
  return <Settings />;
}

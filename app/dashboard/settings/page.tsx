import type { Metadata } from 'next';
import { Settings } from './_parts/settings';

export const metadata: Metadata = { title: 'Account' };

export default function SettingsPage() {
  return <Settings />;
}

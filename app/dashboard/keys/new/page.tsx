import type { Metadata } from 'next';
import { CreateKey } from '../_parts/create-key';

export const metadata: Metadata = { title: 'Create API key' };

export default function CreateKeyPage() {
  return <CreateKey />;
}

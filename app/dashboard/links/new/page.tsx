import type { Metadata } from 'next';
import { NewLink } from './_parts/new-link';

export const metadata: Metadata = { title: 'Create payment link' };

export default function NewLinkPage() {
  return <NewLink />;
}

import type { Metadata } from 'next';
import { CheckSignature } from './_parts/check-signature';

export const metadata: Metadata = { title: 'Check a signature' };

export default function CheckSignaturePage() {
  return <CheckSignature />;
}

import type { PublicPayment } from '@/lib/payments/public';

/** An unpaid payment as its page shows it; no database has it. */
export const PUBLIC_PAYMENT: PublicPayment = {
  checkoutId: 'co_of_no_payment',
  merchantName: 'Shop',
  reference: null,
  description: null,
  locale: null,
  back: null,
  network: 'mainnet',
  address: 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4',
  amountSats: 1_000,
  price: null,
  receivedSats: 0,
  dueSats: 1_000,
  status: 'pending',
  flags: [],
  confirmations: 0,
  requiredConfirmations: 3,
  txid: null,
  expiresAt: new Date('2026-05-01T13:00:00Z'),
  canceledAt: null,
  detectedAt: null,
  confirmedAt: null,
  walletUri: 'bitcoin:x',
  qrText: 'bitcoin:x',
  embedOrigins: [],
};

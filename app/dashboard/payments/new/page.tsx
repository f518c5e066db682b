export default function NewPaymentPage() {
  return null;
}

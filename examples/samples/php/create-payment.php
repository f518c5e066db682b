<?php
// Creates a payment of 49.90 euro: KEY=btly_… php create-payment.php order-1002 1
declare(strict_types=1);

$url = getenv('BLOCKTALLY_URL') ?: 'http://localhost:3000';
$order = $argv[1] ?? 'order-1002';
$attempt = $argv[2] ?? '1';

$context = stream_context_create(['http' => [
    'method' => 'POST',
    'header' => [
        'Authorization: Bearer ' . getenv('KEY'),
        'Content-Type: application/json',
        // It is safe to repeat a request with the same key, because it returns the same payment,
        // even an expired one. If a customer comes back after that, increase the attempt number.
        "Idempotency-Key: $order-$attempt",
    ],
    'content' => json_encode([
        'price' => ['amount' => '49.90', 'currency' => 'EUR'], // or 'amount_sats' => 25000
        'reference' => $order,
        'webhook_url' => getenv('WEBHOOK_URL') ?: 'http://localhost:4000/',
    ]),
    'ignore_errors' => true, // to read the body of an error
    'timeout' => 20,
]]);
$body = file_get_contents("$url/v1/btc/payments", false, $context);
if ($body === false) {
    exit(1);
}
$answer = json_decode($body, true, flags: JSON_THROW_ON_ERROR);
if (isset($answer['code'])) {
    fwrite(STDERR, "{$answer['code']}: {$answer['detail']}\n");
    exit(1);
}
echo "payment {$answer['id']}\n";
echo "send the customer to {$answer['checkout_url']}\n";

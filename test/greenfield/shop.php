<?php
// A small shop in PHP, as its plugin would call BTCPay's API: php shop.php HOST KEY STORE.
// It fails at any success other than 200, and prints what it saw as JSON.

[, $host, $key, $store] = $argv;
$host = rtrim($host, '/');

function call(string $method, string $path, ?array $fields = null): array
{
    global $host, $key;
    $request = curl_init("$host/api/v1/$path");
    curl_setopt_array($request, [
        CURLOPT_CUSTOMREQUEST => $method,
        CURLOPT_RETURNTRANSFER => true,
        CURLOPT_HTTPHEADER => ['Content-Type: application/json', "Authorization: token $key"],
    ]);
    if ($fields !== null) {
        $json = json_encode($fields, JSON_THROW_ON_ERROR | JSON_UNESCAPED_SLASHES);
        curl_setopt($request, CURLOPT_POSTFIELDS, $json);
    }
    $body = curl_exec($request);
    $status = curl_getinfo($request, CURLINFO_RESPONSE_CODE);
    if ($status !== 200) {
        throw new RuntimeException("$method $path answered $status: $body");
    }
    return json_decode($body, true, 512, JSON_THROW_ON_ERROR);
}

$granted = call('GET', 'api-keys/current')['permissions'];
[$policy, $storeOfKey] = explode(':', $granted[0]);
$version = call('GET', 'server/info')['version'];
$names = array_column(call('GET', 'stores'), 'name', 'id');
$invoice = call('POST', "stores/$store/invoices/", [
    'amount' => '49.90',
    'currency' => 'EUR',
    'metadata' => ['orderId' => '1042', 'buyerName' => 'Ada', 'posData' => ['cart' => [1, 2]]],
    'checkout' => [
        'speedPolicy' => null,
        'paymentMethods' => ['BTC_CHAIN'],
        'expirationMinutes' => null,
        'redirectURL' => 'https://shop.example/thanks',
        'redirectAutomatically' => true,
    ],
    'receipt' => null,
]);
$read = call('GET', "stores/$store/invoices/{$invoice['id']}");
$methods = call('GET', "stores/$store/invoices/{$invoice['id']}/payment-methods");
$found = call('GET', "stores/$store/invoices?orderId=1042&status=New&status=Processing");
$marked = call('POST', "stores/$store/invoices/{$invoice['id']}/status", ['status' => 'Invalid']);

echo json_encode([
    'store' => $storeOfKey,
    'name' => $names[$store],
    'modern' => version_compare($version, '2.0.0', '>='),
    'same' => $read === $invoice,
    'cart' => $read['metadata']['posData']['cart'],
    'link' => $invoice['checkoutLink'],
    'due' => $methods[0]['due'],
    'found' => array_column($found, 'id') === [$invoice['id']],
    'marked' => [$marked['status'], $marked['additionalStatus']],
]);

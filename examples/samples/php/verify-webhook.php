<?php
// Verifies a webhook. Behind a web server the headers are in $_SERVER and the body is php://input;
// on the command line they are the environment and standard input. SECRET is the signing secret, or
// during a rotation both secrets, separated by a space.
declare(strict_types=1);

/** Throws unless the raw bytes of the body were recently signed with one of the secrets. */
function verify(string $body, string $timestamp, string $signatures, array $secrets): void
{
    if ($timestamp === '' || $signatures === '') {
        throw new UnexpectedValueException('a header is missing');
    }
    if (!preg_match('/\A[0-9]{1,12}\z/', $timestamp)) {
        throw new UnexpectedValueException('the timestamp is not Unix time');
    }
    if (abs(time() - (int) $timestamp) > 300) {
        throw new UnexpectedValueException('the timestamp is not within five minutes');
    }
    foreach (array_filter($secrets) as $secret) { // Anyone can sign with an empty secret.
        $wanted = 'sha256=' . hash_hmac('sha256', "$timestamp.$body", $secret);
        foreach (explode(',', $signatures) as $given) {
            if (hash_equals($wanted, $given)) {
                return;
            }
        }
    }
    throw new UnexpectedValueException('no signature matches');
}

$secrets = getenv('SECRET');
if ($secrets === false) {
    throw new RuntimeException('Set SECRET to the signing secret of your key.');
}
$headers = $_SERVER + getenv();
$body = file_get_contents(PHP_SAPI === 'cli' ? 'php://stdin' : 'php://input');
try {
    verify(
        $body,
        $headers['HTTP_X_SERVICE_TIMESTAMP'] ?? '',
        $headers['HTTP_X_SERVICE_SIGNATURE'] ?? '',
        explode(' ', $secrets),
    );
} catch (UnexpectedValueException $refusal) {
    http_response_code(400);
    error_log("refused: {$refusal->getMessage()}");
    exit(1);
}
$event = json_decode($body, true, flags: JSON_THROW_ON_ERROR);
echo "genuine: {$event['type']} {$event['data']['payment_id']}\n";

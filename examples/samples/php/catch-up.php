<?php
// Prints the events since the last run: KEY=btly_… php catch-up.php last-event
declare(strict_types=1);

$url = getenv('BLOCKTALLY_URL') ?: 'http://localhost:3000';
$file = $argv[1] ?? 'last-event';

$context = stream_context_create(['http' => [
    'header' => ['Authorization: Bearer ' . getenv('KEY')],
    'ignore_errors' => true, // to read the body of an error
    'timeout' => 20,
]]);
do {
    // An empty "after" starts at the first event.
    $after = is_file($file) ? trim(file_get_contents($file)) : '';
    $body = file_get_contents("$url/v1/events?limit=100&after=$after", false, $context);
    if ($body === false) {
        exit(1);
    }
    $answer = json_decode($body, true, flags: JSON_THROW_ON_ERROR);
    if (isset($answer['code'])) {
        fwrite(STDERR, "{$answer['code']}: {$answer['detail']}\n");
        exit(1);
    }
    // Handle each event here. In a database, store the last id in the same transaction.
    foreach ($answer['data'] as $event) {
        echo "{$event['id']} {$event['type']}\n";
    }
    ['next_after' => $next, 'has_more' => $more] = $answer['pagination'];
    if ($next !== null) {
        file_put_contents($file, $next);
    }
} while ($more);

<?php
// Receives webhooks with Laravel: app/Http/Controllers/BlocktallyWebhook.php. In config/services.php:
// 'blocktally' => ['secrets' => explode(' ', env('BLOCKTALLY_SECRETS', ''))], with the signing
// secret, or with both, separated by a space, during a rotation.
declare(strict_types=1);

namespace App\Http\Controllers;

use Illuminate\Http\Request;
use Illuminate\Http\Response;
use Illuminate\Support\Facades\Log;

final class BlocktallyWebhook
{
    public function __invoke(Request $request): Response
    {
        $body = $request->getContent(); // The raw bytes.
        $timestamp = (string) $request->header('X-Service-Timestamp');
        $signatures = (string) $request->header('X-Service-Signature');
        if (!self::isGenuine($body, $timestamp, $signatures, config('services.blocktally.secrets'))) {
            return new Response('refused', 400);
        }
        $event = json_decode($body, true, flags: JSON_THROW_ON_ERROR);
        // Store the event under its id, X-Service-Event-Id, before responding, and process it
        // later.
        Log::info("genuine: {$event['type']} {$event['data']['payment_id']}");
        return new Response('', 204);
    }

    /** Whether the raw bytes were recently signed with one of the secrets. */
    public static function isGenuine(string $body, string $timestamp, string $signatures, array $secrets): bool
    {
        if (!preg_match('/\A[0-9]{1,12}\z/', $timestamp) || abs(time() - (int) $timestamp) > 300) {
            return false;
        }
        foreach (array_filter($secrets) as $secret) { // Anyone can sign with an empty secret.
            $wanted = 'sha256=' . hash_hmac('sha256', "$timestamp.$body", $secret);
            foreach (explode(',', $signatures) as $given) {
                if (hash_equals($wanted, $given)) {
                    return true;
                }
            }
        }
        return false;
    }
}

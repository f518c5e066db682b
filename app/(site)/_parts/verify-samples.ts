export const VERIFY_SAMPLES = [
  {
    language: 'Node',
    code: `import { createHmac, timingSafeEqual } from 'node:crypto';

export function verify(rawBody, headers, secret) {
  const timestamp = headers['x-service-timestamp'] ?? '';
  const ageSeconds = Math.abs(Date.now() / 1000 - Number(timestamp));
  if (!(ageSeconds <= 300)) return false;
  const hmac = createHmac('sha256', secret).update(timestamp + '.').update(rawBody);
  const expected = Buffer.from('sha256=' + hmac.digest('hex'));
  return (headers['x-service-signature'] ?? '').split(',').some((one) => {
    const given = Buffer.from(one);
    return given.length === expected.length && timingSafeEqual(given, expected);
  });
}`,
  },
  {
    language: 'Python',
    code: `import hashlib, hmac, time

def verify(raw_body: bytes, headers, secret: str) -> bool:
    timestamp = headers.get("X-Service-Timestamp", "")
    if not timestamp.isdigit() or abs(time.time() - int(timestamp)) > 300:
        return False
    signed = timestamp.encode() + b"." + raw_body
    digest = hmac.new(secret.encode(), signed, hashlib.sha256).hexdigest()
    expected = ("sha256=" + digest).encode()
    given = headers.get("X-Service-Signature", "").encode().split(b",")
    return any(hmac.compare_digest(one, expected) for one in given)`,
  },
  {
    language: 'PHP',
    code: `function verify(string $rawBody, array $headers, string $secret): bool
{
    $timestamp = $headers['X-Service-Timestamp'] ?? '';
    if (!ctype_digit($timestamp) || abs(time() - (int) $timestamp) > 300) {
        return false;
    }
    $expected = 'sha256=' . hash_hmac('sha256', $timestamp . '.' . $rawBody, $secret);
    foreach (explode(',', $headers['X-Service-Signature'] ?? '') as $given) {
        if (hash_equals($expected, $given)) {
            return true;
        }
    }
    return false;
}`,
  },
  {
    language: 'Go',
    code: `func Verify(rawBody []byte, header http.Header, secret string) bool {
	timestamp := header.Get("X-Service-Timestamp")
	sent, err := strconv.ParseInt(timestamp, 10, 64)
	if err != nil || time.Since(time.Unix(sent, 0)).Abs() > 5*time.Minute {
		return false
	}
	mac := hmac.New(sha256.New, []byte(secret))
	mac.Write([]byte(timestamp + "."))
	mac.Write(rawBody)
	expected := "sha256=" + hex.EncodeToString(mac.Sum(nil))
	for _, given := range strings.Split(header.Get("X-Service-Signature"), ",") {
		if hmac.Equal([]byte(given), []byte(expected)) {
			return true
		}
	}
	return false
}`,
  },
] as const;

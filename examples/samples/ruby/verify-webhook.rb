# Verifies a webhook as a CGI program gets it: headers in the environment (Rack names them the same
# way), the body on standard input. SECRET is the signing secret, or during a rotation both
# secrets, separated by a space.
require "json"
require "openssl"

# Raises ArgumentError unless the raw bytes were recently signed with one of the secrets.
def verify(body, timestamp, signatures, secrets)
  raise ArgumentError, "a header is missing" if timestamp.empty? || signatures.empty?
  raise ArgumentError, "the timestamp is not Unix time" unless timestamp.match?(/\A[0-9]{1,12}\z/)
  if (Time.now.to_i - timestamp.to_i).abs > 300
    raise ArgumentError, "the timestamp is not within five minutes"
  end

  # Anyone can sign with an empty secret.
  genuine = secrets.reject(&:empty?).any? do |secret|
    wanted = "sha256=#{OpenSSL::HMAC.hexdigest("SHA256", secret, "#{timestamp}.".b + body)}"
    signatures.split(",").any? { |given| OpenSSL.secure_compare(given, wanted) }
  end
  raise ArgumentError, "no signature matches" unless genuine
end

body = $stdin.binmode.read
begin
  verify(
    body,
    ENV.fetch("HTTP_X_SERVICE_TIMESTAMP", ""),
    ENV.fetch("HTTP_X_SERVICE_SIGNATURE", ""),
    ENV.fetch("SECRET").split(" "),
  )
rescue ArgumentError => e
  abort "refused: #{e.message}"
end
event = JSON.parse(body)
puts "genuine: #{event["type"]} #{event["data"]["payment_id"]}"

# Creates a payment of 49.90 euro: KEY=btly_… ruby create-payment.rb order-1002 1
require "json"
require "net/http"

uri = URI("#{ENV.fetch("BLOCKTALLY_URL", "http://localhost:3000")}/v1/btc/payments")
order = ARGV.fetch(0, "order-1002")
attempt = ARGV.fetch(1, "1")

request = Net::HTTP::Post.new(
  uri,
  "Authorization" => "Bearer #{ENV.fetch("KEY")}",
  "Content-Type" => "application/json",
  # It is safe to repeat a request with the same key, because it returns the same payment, even an
  # expired one. If a customer comes back after that, increase the attempt number.
  "Idempotency-Key" => "#{order}-#{attempt}",
)
request.body = JSON.generate(
  price: { amount: "49.90", currency: "EUR" }, # or amount_sats: 25_000
  reference: order,
  webhook_url: ENV.fetch("WEBHOOK_URL", "http://localhost:4000/"),
)
options = { use_ssl: uri.scheme == "https", open_timeout: 20, read_timeout: 20 }
response = Net::HTTP.start(uri.hostname, uri.port, **options) { |http| http.request(request) }
answer = JSON.parse(response.body)
abort "#{answer["code"]}: #{answer["detail"]}" unless response.is_a?(Net::HTTPCreated)

puts "payment #{answer["id"]}"
puts "send the customer to #{answer["checkout_url"]}"

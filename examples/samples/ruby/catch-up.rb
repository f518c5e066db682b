# Prints the events since the last run: KEY=btly_… ruby catch-up.rb last-event
require "json"
require "net/http"

url = ENV.fetch("BLOCKTALLY_URL", "http://localhost:3000")
file = ARGV.fetch(0, "last-event")

more = true
while more
  # An empty "after" starts at the first event.
  after = File.exist?(file) ? File.read(file).strip : ""
  uri = URI("#{url}/v1/events?limit=100&after=#{after}")
  request = Net::HTTP::Get.new(uri, "Authorization" => "Bearer #{ENV.fetch("KEY")}")
  options = { use_ssl: uri.scheme == "https", open_timeout: 20, read_timeout: 20 }
  response = Net::HTTP.start(uri.hostname, uri.port, **options) { |http| http.request(request) }
  answer = JSON.parse(response.body)
  abort "#{answer["code"]}: #{answer["detail"]}" unless response.is_a?(Net::HTTPOK)

  # Handle each event here. In a database, store the last id in the same transaction.
  answer["data"].each { |event| puts "#{event["id"]} #{event["type"]}" }
  last = answer["pagination"]["next_after"]
  File.write(file, last) if last
  more = answer["pagination"]["has_more"]
end

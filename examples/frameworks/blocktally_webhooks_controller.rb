# Receives webhooks with Rails: app/controllers/blocktally_webhooks_controller.rb, and in config/routes.rb
# post "/webhooks", to: "blocktally_webhooks#create". BLOCKTALLY_SECRETS is the signing secret, or both,
# separated by a space, during a rotation.
class BlocktallyWebhooksController < ActionController::Base
  # Blocktally has no CSRF token; the signature takes its place.
  skip_forgery_protection

  def create
    body = request.raw_post # The raw bytes.
    timestamp = request.headers["X-Service-Timestamp"].to_s
    signatures = request.headers["X-Service-Signature"].to_s
    secrets = ENV.fetch("BLOCKTALLY_SECRETS").split
    return head :bad_request unless self.class.genuine?(body, timestamp, signatures, secrets)

    event = JSON.parse(body)
    # Store the event under its id, X-Service-Event-Id, before responding, and process it later.
    Rails.logger.info("genuine: #{event["type"]} #{event["data"]["payment_id"]}")
    head :no_content
  end

  # Whether the raw bytes were recently signed with one of the secrets.
  def self.genuine?(body, timestamp, signatures, secrets)
    return false unless timestamp.match?(/\A[0-9]{1,12}\z/)
    return false if (Time.now.to_i - timestamp.to_i).abs > 300

    # Anyone can sign with an empty secret.
    secrets.reject(&:empty?).any? do |secret|
      wanted = "sha256=#{OpenSSL::HMAC.hexdigest("SHA256", secret, "#{timestamp}.".b + body.b)}"
      signatures.split(",").any? { |given| OpenSSL.secure_compare(given, wanted) }
    end
  end
end

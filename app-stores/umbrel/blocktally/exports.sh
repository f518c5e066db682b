# Umbrel sources this file after the exports of the apps that this one depends on.

# The address that browsers see: the file public-url in the app's folder "data", or the device's own.
export APP_BLOCKTALLY_URL="$(cat "${EXPORTS_APP_DATA_DIR}/public-url" 2>/dev/null || echo "http://${DEVICE_DOMAIN_NAME:-umbrel.local}:${APP_PROXY_PORT:-3421}")"

# The source of the chain: the Electrum server if this app depends on "electrs", otherwise the node.
if [ -n "${APP_ELECTRS_NODE_IP:-}" ]; then
  app_blocktally_source="electrum+tcp://${APP_ELECTRS_NODE_IP}:${APP_ELECTRS_NODE_PORT}"
else
  app_blocktally_source="http://${APP_BITCOIN_RPC_USER}:${APP_BITCOIN_RPC_PASS}@${APP_BITCOIN_NODE_IP}:${APP_BITCOIN_RPC_PORT}"
fi

# Every network has a variable of its own.
export APP_BLOCKTALLY_MAINNET="" APP_BLOCKTALLY_TESTNET="" APP_BLOCKTALLY_TESTNET4="" APP_BLOCKTALLY_SIGNET="" APP_BLOCKTALLY_REGTEST=""
case "${APP_BITCOIN_NETWORK:-mainnet}" in
  mainnet) APP_BLOCKTALLY_MAINNET="${app_blocktally_source}" ;;
  testnet | testnet3) APP_BLOCKTALLY_TESTNET="${app_blocktally_source}" ;;
  testnet4) APP_BLOCKTALLY_TESTNET4="${app_blocktally_source}" ;;
  signet) APP_BLOCKTALLY_SIGNET="${app_blocktally_source}" ;;
  regtest) APP_BLOCKTALLY_REGTEST="${app_blocktally_source}" ;;
esac

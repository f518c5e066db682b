const escaped = (text) => String(text).replace(/[&<>"]/g, (one) => `&#${one.charCodeAt(0)};`);

const page = (title, content, refresh = '') => `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
${refresh}
<title>${escaped(title)}</title>
<style>body { font: 1.1rem/1.5 system-ui; max-width: 32rem; margin: 4rem auto; padding: 0 1rem }</style>
<h1>${escaped(title)}</h1>
${content}
</html>`;

export const shopPage = (item, orders) =>
  page(
    'Tea shop',
    `<form method="post" action="/orders">
<p>${escaped(item.name)}: ${item.sats.toLocaleString('en')} sat</p>
<button>Buy with Bitcoin</button>
</form>
<ul>${orders.map((order) => `<li><a href="/orders/${order.id}">Order of ${order.placedAt}</a></li>`).join('')}</ul>`,
  );

/** The page reloads until the order is paid. */
export function orderPage(order) {
  if (order.paidAt) return page('Paid. Thank you!', `<p>${escaped(order.name)} is on its way.</p>`);
  const refresh = '<meta http-equiv="refresh" content="2">';
  if (order.status === 'detected') {
    return page('Payment seen', '<p>Waiting for its confirmations.</p>', refresh);
  }
  const pay = order.checkoutUrl
    ? `<p><a href="${escaped(order.checkoutUrl)}">Pay</a></p>`
    : `<form method="post" action="/orders/${order.id}"><button>Try again</button></form>`;
  return page('Waiting for your payment', pay, order.checkoutUrl ? refresh : '');
}

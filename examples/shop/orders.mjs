import { randomUUID } from 'node:crypto';
import { readFileSync, renameSync, writeFileSync } from 'node:fs';

/**
 * The shop's own records, in a file. A real shop has a database: what is one `save` here is one
 * transaction there.
 */
export function openOrders(file) {
  const { orders, events } = read(file);
  const save = () => {
    writeFileSync(`${file}.new`, JSON.stringify({ orders, events }));
    renameSync(`${file}.new`, file);
  };
  return {
    all: () => Object.values(orders),
    find: (id) => orders[id],
    findByPayment: (paymentId) => Object.values(orders).find((one) => one.paymentId === paymentId),
    knowsEvent: (id) => id in events,

    /** Before anything is asked of Blocktally: its id makes asking twice harmless. */
    place(item) {
      const order = { id: randomUUID(), ...item, placedAt: new Date().toISOString() };
      orders[order.id] = order;
      save();
      return order;
    },

    attach(order, payment) {
      order.paymentId = payment.id;
      order.checkoutUrl = payment.checkout_url;
      order.status = payment.status;
      save();
    },

    /** What became of the payment, together with the event that told of it. Paid once is paid. */
    note(order, payment, eventId) {
      order.status = payment.status;
      if (payment.status === 'confirmed') order.paidAt ??= payment.confirmed_at;
      events[eventId] = order.id;
      save();
    },
  };
}

function read(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch (error) {
    if (error.code === 'ENOENT') return { orders: {}, events: {} };
    throw error;
  }
}

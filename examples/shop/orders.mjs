import { randomUUID } from 'node:crypto';
import { readFileSync, renameSync, writeFileSync } from 'node:fs';

/**
 * The shop's own records, in a file. A real shop would store them in a database, and use a
 * transaction instead of `save`.
 */
export function openOrders(file) {
  const { orders, events } = read(file);
  const save = () => {
    writeFileSync(`${file}.new`, JSON.stringify({ orders, events }));
    renameSync(`${file}.new`, file);
  };
  return {
    all: () => Object.values(orders),
    find: (id) => (Object.hasOwn(orders, id) ? orders[id] : undefined),
    findByPayment: (paymentId) =>
      Object.values(orders).find((one) => one.payments.includes(paymentId)),
    knowsEvent: (id) => Object.hasOwn(events, id),

    /**
     * Stores an order before the shop requests a payment from Blocktally. The order's id makes that
     * request safe to repeat.
     */
    place(item) {
      const order = {
        id: randomUUID(),
        ...item,
        placedAt: new Date().toISOString(),
        attempt: 1,
        payments: [],
      };
      orders[order.id] = order;
      save();
      return order;
    },

    /**
     * Starts another attempt after the last payment has ended. That payment may still receive
     * money.
     */
    countUp(order) {
      order.attempt += 1;
      delete order.paymentId;
      delete order.status;
      save();
    },

    attach(order, payment) {
      if (!order.payments.includes(payment.id)) order.payments.push(payment.id);
      order.paymentId = payment.id;
      order.checkoutUrl = payment.checkout_url;
      // A repeated create returns the payment's first state, so a stored status is newer.
      order.status ??= payment.status;
      save();
    },

    /** Stores the payment's status together with the event. A paid order stays paid. */
    note(order, payment, eventId) {
      const isCurrent = payment.id === order.paymentId;
      if (isCurrent || payment.status === 'confirmed') order.status = payment.status;
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

import { expect, test } from 'vitest';
import {
  MAX_BULK_PAYMENTS,
  refreshSelection,
  type SelectedPayments,
  selectRange,
  shownWorkReasons,
} from './chosen-payments';

const SHOWN = { received: 0, status: 'confirmed', flags: [], listedReasons: null } as const;
const ROWS = ['a', 'b', 'c', 'd'].map((id) => ({ ...SHOWN, id, name: id.toUpperCase() }));
const NONE: SelectedPayments = new Map();
const ids = (chosen: SelectedPayments) => [...chosen.keys()].join('');

test('a click selects one row, and a range of rows can be selected in either direction', () => {
  expect(ids(selectRange(NONE, ROWS, { from: 'b', to: 'b', chosen: true }))).toBe('b');
  expect(ids(selectRange(NONE, ROWS, { from: 'b', to: 'd', chosen: true }))).toBe('bcd');
  expect(ids(selectRange(NONE, ROWS, { from: 'd', to: 'b', chosen: true }))).toBe('bcd');
});

test('a range of rows can be deselected, and other rows stay selected', () => {
  const all = selectRange(NONE, ROWS, { from: 'a', to: 'd', chosen: true });
  expect(ids(selectRange(all, ROWS, { from: 'b', to: 'c', chosen: false }))).toBe('ad');
  expect(all.get('c')?.name).toBe('C');
});

test('if the first row of a range has left the list, only the last row of the range is selected', () => {
  expect(ids(selectRange(NONE, ROWS, { from: 'gone', to: 'c', chosen: true }))).toBe('c');
});

test('the selection is limited to the number of rows that a bulk action accepts', () => {
  const many = Array.from({ length: MAX_BULK_PAYMENTS + 5 }, (_, at) => ({
    ...SHOWN,
    id: `${at}`,
    name: '',
  }));
  const chosen = selectRange(NONE, many, {
    from: '0',
    to: `${MAX_BULK_PAYMENTS + 4}`,
    chosen: true,
  });
  expect(chosen.size).toBe(MAX_BULK_PAYMENTS);
  expect(chosen.has(`${MAX_BULK_PAYMENTS}`)).toBe(false);
});

test('a selected payment is updated while it is listed, and keeps its last state after it left the list', () => {
  const chosen = selectRange(NONE, ROWS, { from: 'a', to: 'b', chosen: true });
  const now = [{ ...SHOWN, id: 'b', name: 'B', received: 500 }, ...ROWS.slice(2)];
  const received = [...refreshSelection(chosen, now).values()].map((one) => [one.id, one.received]);
  expect(received).toEqual([
    ['a', 0],
    ['b', 500],
  ]);
});

test('if a list is filtered by reasons, a selected row shows only the filtered reasons that apply to its payment', () => {
  const row = { ...SHOWN, id: 'a', name: 'A', flags: ['overpaid', 'late'] } as const;
  expect(shownWorkReasons(row)).toEqual(['late', 'overpaid', 'undelivered']);
  expect(shownWorkReasons({ ...row, listedReasons: ['overpaid', 'reverted'] })).toEqual([
    'overpaid',
  ]);
  expect(shownWorkReasons({ ...row, listedReasons: ['underpaid'] })).toEqual([]);
});

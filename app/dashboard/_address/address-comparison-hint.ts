export const ADDRESS_COMPARISON_HINT =
  'Open this path on the device and compare every group of the address. If a group differs, do not accept payments, because the device would not find them. Some devices write an apostrophe instead of h.';

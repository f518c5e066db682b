export const HOW_TO_COMPARE =
  'Show this path on the device and compare every group of the address. If a group differs, do not accept payments: the device will not find them. Devices may write h as an apostrophe.';

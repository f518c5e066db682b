export const HOW_TO_COMPARE =
  'Show this path on the device and compare every group of the address. If a group differs, do not take money: the device will not find it. Devices may write h as an apostrophe.';

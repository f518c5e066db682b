'use client';

import { useState } from 'react';
import type { InitiallyOpenMenu, MenuButtonProps } from './initially-open-menu';
import { toast } from './toast';

const loadMenu = () => import('./initially-open-menu');

/** Loads the menu's code when the pointer or the focus reaches the button. */
export function MenuButton(props: MenuButtonProps) {
  const [Menu, setMenu] = useState<typeof InitiallyOpenMenu>();
  if (Menu) return <Menu {...props} />;
  const { entries: _, align: __, ...button } = props;
  const open = () => {
    loadMenu().then(
      (loaded) => setMenu(() => loaded.InitiallyOpenMenu),
      () => toast.error('The menu could not be loaded. Check your connection, then try again.'),
    );
  };
  const preload = () => void loadMenu().catch(() => {});
  return (
    <button
      {...button}
      type="button"
      aria-haspopup="menu"
      aria-expanded={false}
      onClick={open}
      onKeyDown={({ key }) => key === 'ArrowDown' && open()}
      onFocus={preload}
      onPointerEnter={preload}
    />
  );
}

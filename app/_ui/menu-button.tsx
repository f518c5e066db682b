'use client';

import { useState } from 'react';
import type { MenuButtonProps, OpenMenu } from './open-menu';
import { toast } from './toast';

const loadMenu = () => import('./open-menu');

/** Loads the menu's code when the pointer or the focus reaches the button. */
export function MenuButton(props: MenuButtonProps) {
  const [Menu, setMenu] = useState<typeof OpenMenu>();
  if (Menu) return <Menu {...props} />;
  const { entries: _, align: __, ...button } = props;
  const open = () => {
    loadMenu().then(
      (loaded) => setMenu(() => loaded.OpenMenu),
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

'use client';

import type { ComponentProps } from 'react';
import { Select } from '@/app/_ui/select';
import { ROLES, type Role } from '@/lib/domain/roles';

interface Props extends Omit<ComponentProps<typeof Select>, 'value' | 'onChange' | 'children'> {
  readonly value: Role;
  readonly onRole: (role: Role) => void;
}

export function RoleSelect({ value, onRole, ...rest }: Props) {
  return (
    <Select
      value={value}
      onChange={(event) => {
        const role = ROLES.find((one) => one === event.target.value);
        if (role) onRole(role);
      }}
      {...rest}
    >
      {ROLES.map((role) => (
        <option key={role} value={role}>
          {role}
        </option>
      ))}
    </Select>
  );
}

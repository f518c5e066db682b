import { NETWORKS, type Network } from '@/lib/domain/network';

interface Props {
  /** The networks that the server follows. All others are disabled. */
  readonly followed: readonly Network[];
}

export function NetworkOptions({ followed }: Props) {
  return NETWORKS.map((name) => (
    <option key={name} value={name} disabled={!followed.includes(name)}>
      {name}
      {followed.includes(name) ? '' : ' (switched off)'}
    </option>
  ));
}

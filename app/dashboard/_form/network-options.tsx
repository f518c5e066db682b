import { NETWORKS, type Network } from '@/lib/domain/network';

interface Props {
  /** The networks that the server follows. The user cannot choose any other network. */
  readonly followed: readonly Network[];
}

/** The networks as options of a select. */
export function NetworkOptions({ followed }: Props) {
  return NETWORKS.map((name) => (
    <option key={name} value={name} disabled={!followed.includes(name)}>
      {name}
      {followed.includes(name) ? '' : ' (switched off)'}
    </option>
  ));
}

import { create } from 'qrcode';

/** The unit is a module of the QR code (ISO/IEC 18004). */
const QUIET_ZONE = 4;

interface Props {
  readonly text: string;
  readonly label: string;
}

/** Error correction level M. Black on white in every theme. */
export function Qr({ text, label }: Props) {
  const { modules } = create(text, { errorCorrectionLevel: 'M' });
  const side = modules.size + 2 * QUIET_ZONE;
  return (
    <svg
      className="qr"
      role="img"
      aria-label={label}
      viewBox={`0 0 ${side} ${side}`}
      shapeRendering="crispEdges"
    >
      <path fill="#fff" d={`M0 0h${side}v${side}H0z`} />
      <path fill="#000" d={darkRuns(modules.data, modules.size)} />
    </svg>
  );
}

/** Returns an SVG path with one rectangle per run of dark modules, to keep the path short. */
function darkRuns(data: Uint8Array, size: number): string {
  let path = '';
  for (let row = 0; row < size; row++) {
    for (let column = 0; column < size; column++) {
      if (!data[row * size + column]) continue;
      let length = 1;
      while (column + length < size && data[row * size + column + length]) length++;
      path += `M${column + QUIET_ZONE} ${row + QUIET_ZONE}h${length}v1h-${length}z`;
      column += length;
    }
  }
  return path;
}

import { encode } from 'uqr'
import styles from './qr-code.module.css'

/**
 * A QR code as a picture. `label` says where else its reader finds the same. Load it lazily: few pages show one.
 */
export default function QrCode({ text, label }: { text: string; label: string }) {
  const { data, size } = encode(text, { ecc: 'M', border: 4 })
  const squares = data.flatMap((row, y) => row.flatMap((dark, x) => (dark ? `M${x} ${y}h1v1h-1z` : [])))
  return (
    <svg className={styles.picture} role="img" aria-label={label} viewBox={`0 0 ${size} ${size}`} shapeRendering="crispEdges">
      <rect className={styles.paper} width={size} height={size} />
      <path className={styles.ink} d={squares.join('')} />
    </svg>
  )
}

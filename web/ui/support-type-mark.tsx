import { readableColourStyle } from './colour-contrast.ts'
import styles from './support-type-mark.module.css'

/** A dot in the support type's colour and its name. The dot's contrast is adjusted for light and dark. */
export function SupportTypeMark({ name, colour }: { name: string; colour: string }) {
  return (
    <span className={styles.mark}>
      <span className={styles.dot} style={readableColourStyle(colour)} aria-hidden="true" />
      <bdi>{name}</bdi>
    </span>
  )
}

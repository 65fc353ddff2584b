import { visibleOn } from './colour-contrast.ts'
import styles from './support-type-mark.module.css'

/** A support type's name behind a dot in its colour. The colour never carries text; its contrast is computed for light and dark. */
export function SupportTypeMark({ name, colour }: { name: string; colour: string }) {
  return (
    <span className={styles.mark}>
      <span className={styles.dot} style={visibleOn(colour)} aria-hidden="true" />
      {name}
    </span>
  )
}

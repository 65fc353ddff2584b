import { t } from '../lib/messages.ts'
import styles from './skeletons.module.css'

/** Announces once that content is loading. */
const Loading = () => (
  <span className="visually-hidden" role="status">
    {t('ui.loading')}
  </span>
)

/** One placeholder; `width` and `height` are CSS lengths. */
export const SkeletonBlock = ({ width = '100%', height = '1em' }: { width?: string; height?: string }) => (
  <span className={styles.bone} style={{ width, height }} aria-hidden="true" />
)

/** Placeholder for lines of text. */
export function TextSkeleton({ lines = 4 }: { lines?: number }) {
  return (
    <div className={styles.stack}>
      <Loading />
      {Array.from({ length: lines }, (_, line) => (
        <SkeletonBlock key={line} width={`${[96, 88, 93, 62][line % 4]}%`} />
      ))}
    </div>
  )
}

/** Placeholder for rows or cards of a list. */
export function ListSkeleton({ rows = 4, height = '5.5rem' }: { rows?: number; height?: string }) {
  return (
    <div className={styles.stack}>
      <Loading />
      {Array.from({ length: rows }, (_, row) => (
        <SkeletonBlock key={row} height={height} />
      ))}
    </div>
  )
}

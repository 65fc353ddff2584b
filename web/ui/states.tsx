import { IconCloudOff } from '@tabler/icons-react'
import type { UseQueryResult } from '@tanstack/react-query'
import { Suspense, type ReactNode } from 'react'
import { lazyPart } from '../lib/lazy-part.ts'
import { t } from '../lib/messages.ts'
import { isRefusal, sentenceOf } from '../lib/refusal.ts'
import { Button } from './button.tsx'
import { ListSkeleton } from './skeletons.tsx'
import styles from './states.module.css'

const ReasonForm = lazyPart(() => import('./reason-form.tsx'))

interface EmptyProps {
  title: string
  /** Why the list is empty. */
  children?: ReactNode
  /** The next step: a button or a link. */
  action?: ReactNode
  icon?: ReactNode
}

/** An empty list with its reason and the next step. */
export function EmptyState({ title, children, action, icon }: EmptyProps) {
  return (
    <div className={styles.state}>
      {icon && <div className={styles.icon}>{icon}</div>}
      <h2 className={styles.title}>{title}</h2>
      {children && <div className={styles.text}>{children}</div>}
      {action && <div className={`${styles.action} no-print`}>{action}</div>}
    </div>
  )
}

interface ErrorProps {
  error: unknown
  onRetry?: () => void
  /** The field for the reason takes the focus: what had it is gone. */
  takesFocus?: boolean
}

/** A failed query with Retry. A record that requires a reason asks for it here. */
export function ErrorState({ error, onRetry, takesFocus }: ErrorProps) {
  if (isRefusal(error, 'reason_required') && error.problem.user_id)
    return (
      <Suspense>
        <ReasonForm userId={error.problem.user_id} onGiven={onRetry} takesFocus={takesFocus} />
      </Suspense>
    )
  return (
    <div className={styles.state} role="alert">
      <div className={styles.icon}>
        <IconCloudOff size={26} stroke={1.6} aria-hidden="true" />
      </div>
      <h2 className={styles.title}>{t('ui.couldNotLoad')}</h2>
      <p className={styles.text}>{sentenceOf(error)}</p>
      {onRetry && !isRefusal(error, 'not_found') && (
        <div className={`${styles.action} no-print`}>
          <Button onClick={onRetry}>{t('ui.retry')}</Button>
        </div>
      )}
    </div>
  )
}

interface LoadedProps<Data> {
  query: UseQueryResult<Data>
  /** The placeholder while loading; a list's unless given. */
  skeleton?: ReactNode
  children: (data: Data) => ReactNode
}

/** The state of a query: a skeleton while loading, its error, or `children` with the data. */
export function Loaded<Data>({ query, skeleton = <ListSkeleton />, children }: LoadedProps<Data>) {
  if (query.data !== undefined) return children(query.data)
  if (query.isError) return <ErrorState error={query.error} onRetry={() => void query.refetch()} />
  return skeleton
}

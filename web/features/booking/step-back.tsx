import { IconArrowLeft } from '@tabler/icons-react'
import { t } from '../../lib/messages.ts'
import { Button } from '../../ui/button.tsx'
import { choose, type Step } from './choice.ts'
import styles from './steps.module.css'
import type { ChangeChoice } from './use-choice.ts'

const before: Partial<Record<Step, () => Parameters<ChangeChoice>[0]>> = {
  day: () => choose.supportType(undefined),
  time: () => choose.date(undefined),
  details: choose.unsettled,
}

/** One step back, where steps stand alone on the screen; the browser's own Back does the same. */
export function StepBack({ step, change }: { step: Step; change: ChangeChoice }) {
  const to = before[step]
  if (!to) return null
  return (
    <Button
      kind="plain"
      className={styles.back}
      icon={<IconArrowLeft size={20} stroke={1.8} aria-hidden="true" />}
      onClick={() => change(to(), { replace: true })}
    >
      {t('booking.back')}
    </Button>
  )
}

import type { Appointment } from '#contract/appointments.ts'
import { useState } from 'react'
import { lazyPart } from '../../lib/lazy-part.ts'
import { t } from '../../lib/messages.ts'
import { Button } from '../../ui/button.tsx'
import { SelectionBar } from '../../ui/selection-bar.tsx'
import type { RowSelection } from '../../ui/use-row-selection.ts'
import { type Answer, answers } from './answers.ts'

const AnswerDialog = lazyPart(() => import('./answer-dialog.tsx'))

interface AnswerBarProps {
  selection: RowSelection<Appointment>
  /** After the dialog has given the focus back to a button that is gone. */
  takeFocus: () => void
}

/** Approves or declines the selected requests. */
export function AnswerBar({ selection, takeFocus }: AnswerBarProps) {
  const [opened, setOpened] = useState<{ answer: Answer; rows: readonly Appointment[] }>()
  const { selected } = selection
  return (
    <>
      {selected.length > 0 && (
        <SelectionBar label={t('answer.label')} count={selected.length} onClear={selection.clear}>
          {answers.map(answer => (
            <Button key={answer} small onClick={() => setOpened({ answer, rows: selected })}>
              {t(`answer.${answer}`, { count: selected.length })}
            </Button>
          ))}
        </SelectionBar>
      )}
      {opened && (
        <AnswerDialog
          {...opened}
          onClose={() => setOpened(undefined)}
          onDone={() => {
            setOpened(undefined)
            selection.clear()
            setTimeout(takeFocus)
          }}
        />
      )}
    </>
  )
}

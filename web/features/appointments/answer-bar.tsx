import type { Appointment } from '#contract/appointments.ts'
import { lazyPart } from '../../lib/lazy-part.ts'
import { t } from '../../lib/messages.ts'
import { Button } from '../../ui/button.tsx'
import { SelectionBar } from '../../ui/selection-bar.tsx'
import type { RowSelection } from '../../ui/use-row-selection.ts'
import { useSelectionDialog } from '../../ui/use-selection-dialog.ts'
import { type Answer, answers } from './answers.ts'

const AnswerDialog = lazyPart(() => import('./answer-dialog.tsx'))

/** Approves or declines the selected requests. */
export function AnswerBar({ selection }: { selection: RowSelection<Appointment> }) {
  const { opened, open, ends } = useSelectionDialog<Appointment, { answer: Answer; rows: readonly Appointment[] }>(selection)
  const { selected } = selection
  return (
    <>
      {selected.length > 0 && (
        <SelectionBar label={t('answer.label')} count={selected.length} onClear={selection.clear}>
          {answers.map(answer => (
            <Button key={answer} small onClick={() => open({ answer, rows: selected })}>
              {t(`answer.${answer}`, { count: selected.length })}
            </Button>
          ))}
        </SelectionBar>
      )}
      {opened && <AnswerDialog {...opened} {...ends} />}
    </>
  )
}

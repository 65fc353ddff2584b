import type { Appointment } from '#contract/appointments.ts'
import type { ChangeChoice, Choice, Step } from '../choice.ts'
import { NextAction } from '../next-action.tsx'
import type { SearchFilter } from '../search.ts'
import { ChoiceSoFar } from '../summary.tsx'
import { useChosen } from '../use-chosen.ts'

interface ChoiceSummaryProps {
  step: Step
  wanted: SearchFilter
  choice: Choice
  change: ChangeChoice
  moving?: Appointment | undefined
}

/** The summary from the day on. Loaded with the day and time steps. */
export function ChoiceSummary({ step, wanted, choice, change, moving }: ChoiceSummaryProps) {
  const { chosen } = useChosen(choice, wanted)
  return <ChoiceSoFar {...{ choice, chosen, moving }} action={<NextAction {...{ step, wanted, choice, chosen, change }} />} />
}

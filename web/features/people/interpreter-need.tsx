import { t } from '../../lib/messages.ts'
import { formatSpokenLanguage } from '../../lib/spoken-languages.ts'
import { Badge } from '../../ui/badge.tsx'

/** "Needs an interpreter: Arabic"; nothing for a client who needs none. */
export const formatInterpreterNeed = ({ interpreter_language: tag }: { interpreter_language: string | null }): string | null =>
  tag && t('interpreter.needed', { language: formatSpokenLanguage(tag) })

/** The same as a mark of an appointment. */
export function InterpreterNeed({ appointment }: { appointment: { interpreter_language: string | null } }) {
  const need = formatInterpreterNeed(appointment)
  return need && <Badge tone="note">{need}</Badge>
}

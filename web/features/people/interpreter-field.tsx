import { t } from '../../lib/messages.ts'
import { useSpokenLanguages } from '../../lib/spoken-languages.ts'
import { CheckField, SelectField } from '../../ui/fields.tsx'

/** Whether a client needs an interpreter, and of which language (a BCP 47 tag, empty until chosen). */
export type Interpreting = { needs_interpreter: boolean; spoken_language: string }

interface InterpreterFieldProps {
  label: string
  value: Interpreting
  error?: string | undefined
  onChange: (value: Interpreting) => void
}

/** The question for an interpreter in one appointment. */
export function InterpreterField({ label, value, error, onChange }: InterpreterFieldProps) {
  const options = useSpokenLanguages()
  return (
    <div>
      <CheckField
        label={label}
        name="needs_interpreter"
        value={value.needs_interpreter}
        onChange={needs_interpreter => onChange({ ...value, needs_interpreter })}
      />
      {value.needs_interpreter && (
        <SelectField
          label={t('interpreter.language')}
          placeholder={t('interpreter.choose')}
          options={options}
          name="interpreter_language"
          value={value.spoken_language}
          error={error}
          onChange={spoken_language => onChange({ ...value, spoken_language })}
        />
      )}
    </div>
  )
}

/** What is missing in the answer. */
export const interpreterProblem = ({ needs_interpreter, spoken_language }: Interpreting): string | undefined =>
  needs_interpreter && spoken_language === '' ? t('interpreter.missing') : undefined

/** As an appointment has it. */
export const interpreterOf = ({ needs_interpreter, spoken_language }: Interpreting): string | null =>
  needs_interpreter ? spoken_language : null

/** As a person's record has it; no answer without a record. */
export const interpretingOf = (user?: { needs_interpreter?: boolean; spoken_language?: string | null }): Interpreting => ({
  needs_interpreter: user?.needs_interpreter ?? false,
  spoken_language: user?.spoken_language ?? '',
})

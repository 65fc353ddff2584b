import { IconX } from '@tabler/icons-react'
import { t } from '../../lib/messages.ts'
import { formatSpokenLanguage, useSpokenLanguages } from '../../lib/spoken-languages.ts'
import { IconButton } from '../../ui/button.tsx'
import { CheckField, SelectField } from '../../ui/fields.tsx'
import styles from './spoken-fields.module.css'
import { interpretingOf, type Interpreting } from './interpreter-field.tsx'

/** A person's languages in a form; no preferred language is empty. */
export type SpokenValues = Interpreting & { working_languages: string[] }

interface Recorded {
  spoken_language: string | null
  needs_interpreter: boolean
  working_languages: string[]
}

/** The fields' values of a person's record. */
export const spokenValuesOf = (user: Recorded): SpokenValues => ({ ...interpretingOf(user), working_languages: user.working_languages })

/** The fields of a request. */
export const spokenBodyOf = ({ spoken_language, needs_interpreter, working_languages }: SpokenValues): Recorded => ({
  spoken_language: spoken_language || null,
  needs_interpreter: needs_interpreter && spoken_language !== '',
  working_languages,
})

interface SpokenFieldsProps {
  /** Of the person themselves, or of staff about a person. */
  own: boolean
  /** The person works as a mentor. */
  works: boolean
  values: SpokenValues
  errors: { spoken_language?: string | undefined }
  onChange: (change: Partial<SpokenValues>) => void
}

/** The language that a person prefers to speak, the need of an interpreter, and a mentor's working languages. */
export function SpokenFields({ own, works, values, errors, onChange }: SpokenFieldsProps) {
  const options = useSpokenLanguages()
  const { spoken_language, needs_interpreter, working_languages } = values
  return (
    <>
      <SelectField
        label={t(own ? 'interpreter.preferred' : 'interpreter.preferredOther')}
        placeholder={t('interpreter.noPreference')}
        optional
        options={options}
        name="spoken_language"
        value={spoken_language}
        error={errors.spoken_language}
        onChange={tag => onChange({ spoken_language: tag })}
      />
      {spoken_language !== '' && (
        <CheckField
          label={t(own ? 'interpreter.iNeed' : 'interpreter.theyNeed')}
          name="needs_interpreter"
          value={needs_interpreter}
          onChange={needs => onChange({ needs_interpreter: needs })}
        />
      )}
      {works && (
        <div className={styles.languages}>
          <SelectField
            label={t('interpreter.working')}
            hint={t('interpreter.workingHint')}
            placeholder={t('interpreter.add')}
            optional
            options={options.filter(({ value }) => !working_languages.includes(value))}
            name="working_languages"
            value=""
            onChange={tag => tag && onChange({ working_languages: [...working_languages, tag] })}
          />
          {working_languages.length > 0 && (
            <ul aria-label={t('interpreter.working')}>
              {working_languages.map(tag => (
                <li key={tag}>
                  {formatSpokenLanguage(tag)}
                  <IconButton
                    label={t('interpreter.remove', { language: formatSpokenLanguage(tag) })}
                    onClick={() => onChange({ working_languages: working_languages.filter(other => other !== tag) })}
                  >
                    <IconX size={18} stroke={1.8} aria-hidden="true" />
                  </IconButton>
                </li>
              ))}
            </ul>
          )}
        </div>
      )}
    </>
  )
}

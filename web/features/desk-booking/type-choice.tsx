import type { SupportType } from '#contract/support-types.ts'
import { t } from '../../lib/messages.ts'
import { ChoiceTile } from '../../ui/choice-tile.tsx'
import { SupportTypeMark } from '../../ui/support-type-mark.tsx'
import styles from './desk-booking.module.css'

interface TypeChoiceProps {
  supportTypes: readonly SupportType[]
  chosen: string | undefined
  onChoose: (id: string) => void
}

/** The support types, each one click. */
export const TypeChoice = ({ supportTypes, chosen, onChoose }: TypeChoiceProps) => (
  <fieldset className={styles.types}>
    <legend>{t('slotChoice.supportType')}</legend>
    {supportTypes.map(({ id, name, colour }) => (
      <ChoiceTile key={id} type="radio" name="support_type" checked={id === chosen} onChange={() => onChoose(id)}>
        <SupportTypeMark name={name} colour={colour} />
      </ChoiceTile>
    ))}
  </fieldset>
)

import { t } from '../../lib/messages.ts'
import { paths } from '../../lib/paths.ts'
import { useSite } from '../../lib/site.ts'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { useApiMutation } from '../../ui/use-api-mutation.ts'
import styles from './opening.module.css'

/** Examples to start from: every part of them can be changed later. */
const examples = [
  { name: 'opening.exampleCareer', slot_minutes: 30, colour: '#2f7d6d' },
  { name: 'opening.exampleCounselling', slot_minutes: 50, colour: '#6a5aa8' },
  { name: 'opening.exampleStudy', slot_minutes: 45, colour: '#c2702d' },
  { name: 'opening.exampleMentoring', slot_minutes: 45, colour: '#b23a5b' },
] as const

/** Adds the first support type with one click, or opens the whole form. */
export function OfferStep() {
  const currency = useSite()?.currency ?? 'GBP'
  const adding = useApiMutation('POST /api/support-types', { success: ({ name }) => t('offering.saved', { name }) })
  return (
    <div className={styles.buttons}>
      {examples.map(({ name, slot_minutes, colour }) => (
        <Button
          key={name}
          busy={adding.isPending}
          onClick={() => adding.mutate({ body: { name: t(name), slot_minutes, colour, price: { amount: 0, currency } } })}
        >
          {t('opening.example', { name: t(name), minutes: slot_minutes })}
        </Button>
      ))}
      <ButtonLink to={paths.supportTypes({ edit: 'new' })}>{t('opening.ownOffer')}</ButtonLink>
    </div>
  )
}

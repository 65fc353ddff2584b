import { IconCircleCheckFilled, IconCircleDashed } from '@tabler/icons-react'
import { useState, type ReactNode } from 'react'
import type { Opening, OpeningStep } from '#contract/opening.ts'
import { t } from '../../lib/messages.ts'
import { useSite } from '../../lib/site.ts'
import { Button } from '../../ui/button.tsx'
import { DialogGuardContext, useFormGuard } from '../../ui/dialog-guard.ts'
import { useApiMutation } from '../../ui/use-api-mutation.ts'
import { HoursStep } from './hours-step.tsx'
import { OfferStep } from './offer-step.tsx'
import styles from './opening.module.css'
import { OrganisationStep } from './organisation-step.tsx'
import { PeopleStep } from './people-step.tsx'
import { PlaceStep } from './place-step.tsx'
import { ShareLinks } from './share-links.tsx'
import { TestButton } from './test-button.tsx'

/** "Open for booking": what a new organisation does first, and then its live link. */
export function OpeningList({ opening, onPoster }: { opening: Opening; onPoster: () => void }) {
  const { steps, open } = opening
  const { site_name = '' } = useSite() ?? {}
  const [skipped, setSkipped] = useState<readonly OpeningStep[]>([])
  const [chosen, setChosen] = useState<OpeningStep>()
  const hiding = useApiMutation('PUT /api/settings', { success: t('opening.hidden') })
  const left = steps.filter(({ done }) => !done)
  const next = left.find(({ step }) => !skipped.includes(step))?.step
  const current = left.find(({ step }) => step === chosen)?.step ?? next
  const contents: Record<OpeningStep, ReactNode> = {
    organisation: <OrganisationStep />,
    offer: <OfferStep />,
    // A new installation's name is not yet the organisation's.
    place: <PlaceStep name={left.some(({ step }) => step === 'organisation') ? '' : site_name} />,
    people: <PeopleStep role={opening.mentor_role} />,
    hours: <HoursStep />,
    test: <TestButton />,
  }
  const { guard, leave } = useFormGuard()
  const choose = (step: OpeningStep) => leave(() => setChosen(step))
  const skip = (step: OpeningStep) =>
    leave(() => {
      setSkipped([...skipped, step])
      setChosen(undefined)
    })
  return (
    <section className={styles.opening} aria-labelledby="opening-title">
      <div className={styles.head}>
        <h2 id="opening-title">{t(open ? 'opening.isOpen' : 'opening.title')}</h2>
        <Button kind="plain" small busy={hiding.isPending} onClick={() => leave(() => hiding.mutate({ body: { opening_hidden: true } }))}>
          {t('opening.hide')}
        </Button>
      </div>
      <p className="soft" role="status">
        {t('opening.count', { done: steps.length - left.length, all: steps.length })}
      </p>
      {open && <ShareLinks opening={opening} onPoster={onPoster} />}
      <ol className={styles.steps}>
        {steps.map(({ step, done }) => (
          <li key={step} className={styles.step}>
            <h3 className={styles.title}>
              {done ? (
                <IconCircleCheckFilled size={22} className={styles.done} role="img" aria-label={t('opening.done')} />
              ) : (
                <IconCircleDashed size={22} className={styles.due} role="img" aria-label={t('opening.due')} />
              )}
              {t(`opening.${step}`)}
            </h3>
            {!done && step === current && (
              <div className={styles.content}>
                <p className="soft">{t(`opening.${step}Text`)}</p>
                <DialogGuardContext value={guard}>{contents[step]}</DialogGuardContext>
                <Button kind="plain" small onClick={() => skip(step)}>
                  {t('opening.skip')}
                </Button>
              </div>
            )}
            {!done && step !== current && (
              <Button small onClick={() => choose(step)} aria-label={t('opening.doOf', { step: t(`opening.${step}`) })}>
                {t('opening.do')}
              </Button>
            )}
          </li>
        ))}
      </ol>
    </section>
  )
}

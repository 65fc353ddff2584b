import type { MergeField, MergePreview as Preview } from '#contract/users.ts'
import { useNavigate } from '@tanstack/react-router'
import { IconArrowsExchange } from '@tabler/icons-react'
import { call } from '../../lib/api.ts'
import { useForm } from '../../lib/form.ts'
import { t } from '../../lib/messages.ts'
import { paths } from '../../lib/paths.ts'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { FormFrame } from '../../ui/form-frame.tsx'
import { Notice } from '../../ui/notice.tsx'
import { PrivateAvatar } from '../../ui/private-avatar.tsx'
import { toast } from '../../ui/toast.ts'
import { formatMergeField } from './format-merge-field.ts'
import { MergeMoves } from './merge-moves.tsx'
import { OverlapChoices } from './overlap-choices.tsx'
import { RadioChoice } from './radio-choice.tsx'
import { UserFacts } from './user-facts.tsx'
import styles from './users.module.css'

/** The kept value by field, and the kept appointment by overlapping pair. */
type Choices = Record<string, string>

interface MergePreviewProps {
  preview: Preview
  /** The data changed: reload the preview. */
  onStale: () => void
}

/** Compares both records, shows what is kept, moved or in conflict, and merges them. */
export function MergePreview({ preview, onStale }: MergePreviewProps) {
  const { stays, goes, differs, overlaps, conflicts } = preview
  const navigate = useNavigate()
  const form = useForm<Choices>({
    initial: Object.fromEntries(differs.map(field => [field, 'stays'])),
    check: values =>
      Object.fromEntries(overlaps.filter(pair => !values[overlapKey(pair)]).map(pair => [overlapKey(pair), t('merge.chooseOne')])),
    submit: async values => {
      const body = {
        other_id: goes.id,
        revision: stays.revision,
        other_revision: goes.revision,
        take: differs.filter(field => values[field] === 'goes'),
        give_up: [...new Set(overlaps.map(pair => (values[overlapKey(pair)] === pair.stays.id ? pair.goes.id : pair.stays.id)))],
      }
      await call('POST /api/users/{id}/merge', { params: { id: stays.id }, body })
      toast(t('merge.done', { name: stays.name }), { type: 'success' })
      await navigate({ href: paths.user(stays.id) })
    },
  })
  const stale = form.refusal?.code === 'stale' || form.refusal?.code === 'merge_conflict'
  return (
    <>
      <div className={styles.pair}>
        <section className={styles.section} aria-label={t('merge.stays')}>
          <h2 className={styles.title}>{t('merge.stays')}</h2>
          <p>
            <strong>{stays.name}</strong>
          </p>
          <UserFacts user={stays} />
        </section>
        <section className={styles.section} aria-label={t('merge.goes')}>
          <h2 className={styles.title}>{t('merge.goes')}</h2>
          <p>
            <strong>{goes.name}</strong>
          </p>
          <UserFacts user={goes} />
        </section>
      </div>
      <div>
        <ButtonLink to={paths.userMerge(goes.id, { other: stays.id })} icon={<IconArrowsExchange size={18} aria-hidden="true" />}>
          {t('merge.swap')}
        </ButtonLink>
      </div>
      {conflicts.length > 0 ? (
        <Notice kind="warning">
          <p>{t('merge.cannot')}</p>
          <ul className={styles.moves}>
            {conflicts.map(({ message }) => (
              <li key={message}>{message}</li>
            ))}
          </ul>
        </Notice>
      ) : (
        <Card>
          <FormFrame form={form} submit={t('merge.confirm')} danger cancel={paths.user(stays.id)} cancelLabel={t('ui.goBack')}>
            {stale && (
              <div>
                <Button onClick={onStale}>{t('merge.readAgain')}</Button>
              </div>
            )}
            <div className={styles.choices}>
              {differs.map(field => (
                <RadioChoice
                  key={field}
                  legend={t(`merge.field.${field}`)}
                  options={[
                    { value: 'stays', label: formatMergeField(field, stays), text: t('merge.ofStays'), picture: pictureOf(field, stays) },
                    { value: 'goes', label: formatMergeField(field, goes), text: t('merge.ofGoes'), picture: pictureOf(field, goes) },
                  ]}
                  {...bound(field)}
                />
              ))}
              <OverlapChoices overlaps={overlaps} bind={pair => bound(overlapKey(pair))} />
            </div>
            <MergeMoves preview={preview} />
            <p>{t('merge.notTaken')}</p>
          </FormFrame>
        </Card>
      )}
    </>
  )

  function bound(name: string) {
    return { name, value: form.values[name] ?? '', error: form.errors[name], onChange: (value: string) => form.set({ [name]: value }) }
  }
}

/** Two records of one person often have the same name: the photos themselves tell them apart. */
const pictureOf = (field: MergeField, { name, photo }: Preview['stays']) =>
  field === 'photo' && <PrivateAvatar name={name} photo={photo} size="large" />

const overlapKey = ({ stays, goes }: Preview['overlaps'][number]) => `${stays.id}-${goes.id}`

import type { WaitingEntry } from '#contract/waiting-list.ts'
import type { LocalDate } from '#domain/time/local-date.ts'
import { useQuery } from '@tanstack/react-query'
import { Suspense, useState, type ComponentType } from 'react'
import { call, newIdempotencyKey, queryOptionsOf } from '../../lib/api.ts'
import { useForm } from '../../lib/form.ts'
import { t } from '../../lib/messages.ts'
import { paths } from '../../lib/paths.ts'
import { useSession } from '../../lib/session.ts'
import { formatSpokenLanguage } from '../../lib/spoken-languages.ts'
import { todayInVisitorZone } from '../../lib/today.ts'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { DateField } from '../../ui/date-field.tsx'
import { CheckField } from '../../ui/fields.tsx'
import { Form, FormActions } from '../../ui/form.tsx'
import { Notice } from '../../ui/notice.tsx'
import { TextSkeleton } from '../../ui/skeletons.tsx'
import { SupportTypeMark } from '../../ui/support-type-mark.tsx'
import type { SearchFilter } from '../booking/search.ts'
import { useChosenMentor } from '../booking/use-offered.ts'
import { formatPosition, formatDays } from './format-entry.ts'
import { PassedOver } from './passed-over.tsx'
import styles from './waiting.module.css'

interface WaitDialogProps {
  wanted: Pick<SearchFilter, 'supportType' | 'place' | 'mentor' | 'language' | 'interpreter'>
  days: { from: LocalDate; to: LocalDate }
  signIn: ComponentType<{ onDone: () => void }>
  onClose: () => void
}

/**
 * Joins the waiting list from the booking page: sign-in, then days and preferences, then the position. The
 * choice of the booking page is kept.
 */
export default function WaitDialog({ wanted, days, signIn: SignIn, onClose }: WaitDialogProps) {
  const session = useSession()
  const [joined, setJoined] = useState<WaitingEntry>()
  const { data } = useQuery(queryOptionsOf('GET /api/previous-history'))
  const supportType = data?.support_types.find(({ id }) => id === wanted.supportType)

  if (joined) return <Joined entry={joined} onClose={onClose} />
  return (
    <Dialog title={t('joinWaitingList.title')} onClose={onClose}>
      {supportType && (
        <p>
          <strong>
            <SupportTypeMark name={supportType.name} colour={supportType.colour} />
          </strong>
        </p>
      )}
      <p className="soft">{session ? t('joinWaitingList.lead') : t('joinWaitingList.who.text')}</p>
      {session ? (
        <WaitingForm wanted={wanted} days={days} onJoined={setJoined} onClose={onClose} />
      ) : (
        <Suspense fallback={<TextSkeleton />}>
          <SignIn onDone={() => {}} />
        </Suspense>
      )}
    </Dialog>
  )
}

function WaitingForm({
  wanted: { supportType, mentor, place, language, interpreter },
  days,
  onJoined,
  onClose,
}: Pick<WaitDialogProps, 'wanted' | 'days' | 'onClose'> & { onJoined: (entry: WaitingEntry) => void }) {
  const [key] = useState(newIdempotencyKey)
  const needsAlways = useSession()?.user.needs_interpreter ?? false
  const mentorName = useChosenMentor(mentor)?.name ?? t('booking.mentor.unknown')
  const search = useQuery({
    ...queryOptionsOf('GET /api/search-schedule/{support_type_id}', { params: { support_type_id: supportType }, query: days }),
    enabled: place !== undefined,
  })
  const placeName = search.data?.places.find(({ id }) => id === place)?.name ?? t('booking.place.unknown')
  const form = useForm({
    initial: { from_date: days.from, to_date: days.to, mentor_id: true, place_id: true, language: true, interpreter: true },
    check: ({ from_date, to_date }) => ({
      ...(!from_date && { from_date: t('joinWaitingList.daysMissing') }),
      ...(!to_date && { to_date: t('joinWaitingList.daysMissing') }),
      ...(from_date && to_date && to_date < from_date && { to_date: t('joinWaitingList.daysOrder') }),
    }),
    submit: async values => {
      const needs = interpreter === true && values.interpreter
      const body = {
        support_type_id: supportType,
        from_date: values.from_date,
        to_date: values.to_date,
        mentor_id: values.mentor_id ? (mentor ?? null) : null,
        place_id: values.place_id ? (place ?? null) : null,
        language: values.language ? (language ?? null) : null,
        interpreter: needs === needsAlways ? null : needs,
      }
      // One key per request: the same request never creates two entries.
      onJoined(await call('POST /api/waiting-list', { body, idempotencyKey: `${key}-${Object.values(body).join('-')}`.slice(0, 200) }))
    },
  })
  return (
    <Form form={form} takesFocus>
      <div className={styles.days}>
        <DateField label={t('joinWaitingList.from')} min={todayInVisitorZone()} {...form.field('from_date')} />
        <DateField label={t('joinWaitingList.to')} min={form.values.from_date} {...form.field('to_date')} />
      </div>
      <p className="soft small">{t('joinWaitingList.daysHint')}</p>
      {mentor && <CheckField label={t('joinWaitingList.onlyMentor', { name: mentorName })} {...form.field('mentor_id')} />}
      {place && <CheckField label={t('joinWaitingList.onlyPlace', { name: placeName })} {...form.field('place_id')} />}
      {language && (
        <CheckField label={t('joinWaitingList.onlyLanguage', { language: formatSpokenLanguage(language) })} {...form.field('language')} />
      )}
      {interpreter && <CheckField label={t('interpreter.iNeed')} {...form.field('interpreter')} />}
      <FormActions>
        <Button type="submit" kind="primary" busy={form.busy}>
          {t('joinWaitingList.join')}
        </Button>
        <Button onClick={onClose}>{t('ui.goBack')}</Button>
      </FormActions>
    </Form>
  )
}

const Joined = ({ entry, onClose }: { entry: WaitingEntry; onClose: () => void }) => (
  <Dialog
    title={t('joinWaitingList.joined')}
    onClose={onClose}
    actions={
      <>
        <ButtonLink to={paths.myWaitingEntry(entry.id)} kind="primary">
          {t('joinWaitingList.see')}
        </ButtonLink>
        <Button onClick={onClose}>{t('ui.close')}</Button>
      </>
    }
  >
    <Notice kind="success" alert>
      <p>
        <strong>{formatDays(entry)}</strong>
      </p>
      <p>
        {formatPosition(entry.ahead ?? 0)} {!entry.passed_over && t('joinWaitingList.joinedText')}
      </p>
      <PassedOver entry={entry} />
    </Notice>
  </Dialog>
)

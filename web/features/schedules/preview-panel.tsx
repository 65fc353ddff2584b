import type { LocalDate } from '#domain/time/local-date.ts'
import { t } from '../../lib/messages.ts'
import { sentenceOf } from '../../lib/refusal.ts'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { Notice } from '../../ui/notice.tsx'
import type { PreviewRow } from './preview-date.tsx'
import { PreviewDates } from './preview-dates.tsx'
import styles from './preview-panel.module.css'
import type { ScheduleValues } from './schedule-values.ts'
import type { DecisionActions, useDateDecisions } from './use-date-decisions.ts'
import { isBlocked, type usePreview } from './use-preview.ts'

interface PreviewPanelProps {
  state: ReturnType<typeof usePreview>
  decisions: ReturnType<typeof useDateDecisions>
  values: ScheduleValues
  zone: string
}

/** The result of saving: every date with its problems and decisions. */
export function PreviewPanel({ state, decisions, values, zone }: PreviewPanelProps) {
  const { preview, error, current } = state
  const failed = Boolean(error && current)
  const rows = rowsOf(failed ? undefined : preview, decisions, current)
  return (
    <Card as="section" label={t('preview.title')}>
      <h2 className={styles.title}>{t('preview.title')}</h2>
      {error && current && <p className="small">{t('preview.failed', { reason: sentenceOf(error) })}</p>}
      {!preview && !error && <p className="soft small">{t('preview.wait')}</p>}
      <div className={styles.panel} aria-busy={!current && preview !== undefined}>
        {preview && !failed && <Summary preview={preview} rows={rows} isSeries={decisions.dates !== null} decide={decisions.decide} />}
        {rows.length > 0 && (
          <PreviewDates
            rows={rows}
            isSeries={decisions.dates !== null}
            decide={decisions.decide}
            values={values}
            zone={zone}
            usualSeats={preview?.seats_per_session ?? 0}
          />
        )}
      </div>
    </Card>
  )
}

type Preview = NonNullable<PreviewPanelProps['state']['preview']>

/** The dates of the plan; without a preview, those with a decision, so that it can be undone. */
function rowsOf(preview: Preview | undefined, { dates, applied }: PreviewPanelProps['decisions'], current: boolean): PreviewRow[] {
  const decided = [...applied.skip_dates, ...applied.chosen_times.map(({ date }) => date)].toSorted()
  const all: readonly LocalDate[] = preview ? (dates ?? preview.sessions.map(({ date }) => date)) : [...new Set(decided)]
  return all.map(date => {
    const { starts_at, ends_at } = applied.chosen_times.find(chosen => chosen.date === date) ?? {}
    const chosen = Object.entries({ starts_at, ends_at }).flatMap(([field, moment]) =>
      moment === undefined ? [] : [{ field: field as 'starts_at' | 'ends_at', moment }],
    )
    const session = preview?.sessions.find(one => one.date === date)
    // The preview may be older than the last decision, which solves a problem that it still shows.
    const isOutdated = !current && session?.field != null && chosen.some(({ field }) => field === session.field)
    const holiday = preview?.holidays.find(one => one.date === date)?.name
    return { date, isSkipped: applied.skip_dates.includes(date), chosen, session: isOutdated ? undefined : session, holiday }
  })
}

interface SummaryProps {
  preview: Preview
  rows: PreviewRow[]
  isSeries: boolean
  decide: DecisionActions
}

function Summary({ preview, rows, isSeries, decide }: SummaryProps) {
  const { slots_per_session: slots, seats_per_session: each } = preview
  const skipped = rows.filter(({ isSkipped }) => isSkipped).map(({ date }) => date)
  const kept = rows.filter(({ isSkipped }) => !isSkipped)
  const blocked = kept.filter(({ session }) => session && isBlocked(session)).map(({ date }) => date)
  const holidays = kept.filter(({ holiday }) => holiday !== undefined).map(({ date }) => date)
  const short = kept.filter(({ session }) => session && session.travel.length > 0).length
  const busy = kept.filter(({ session }) => session && session.busy_mentors.length > 0).length
  const seats = kept.reduce((sum, { session }) => sum + (session?.seats ?? 0), 0)
  return (
    <>
      <div>
        <p className={styles.big}>{t('preview.sessions', { count: kept.length })}</p>
        <p className="soft small tabular">{t('preview.each', { slots, seats: each })}</p>
        {kept.length > 1 && <p className="soft small tabular">{t('preview.total', { seats })}</p>}
      </div>
      <div role="status">
        {skipped.length > 0 && <p className="small tabular">{t('preview.plans', { count: kept.length, skipped: skipped.length })}</p>}
        <PreviewResult blocked={blocked.length} busy={busy} isChecking={kept.some(({ session }) => !session)} isSeries={isSeries} />
        {short > 0 && <p className="small">{t('travel.dates', { count: short })}</p>}
      </div>
      {blocked.length > 1 && blocked.length < kept.length && (
        <Button small onClick={() => decide.leaveOut(blocked)}>
          {t('preview.leaveOutAll', { count: blocked.length })}
        </Button>
      )}
      {isSeries && holidays.length > 0 && holidays.length < kept.length && (
        <Button small onClick={() => decide.leaveOut(holidays)}>
          {t('preview.leaveOutHolidays', { count: holidays.length })}
        </Button>
      )}
      {skipped.length > 1 && (
        <Button kind="plain" small onClick={() => decide.putBack(skipped)}>
          {t('preview.putBackAll', { count: skipped.length })}
        </Button>
      )}
    </>
  )
}

/** The result of the check as a sentence. */
function PreviewResult({ blocked, busy, isChecking, isSeries }: { blocked: number; busy: number; isChecking: boolean; isSeries: boolean }) {
  const sentence = isSeries ? t('preview.blockedDates', { count: blocked }) : t('preview.blockedSession')
  const [kind, text] =
    blocked > 0
      ? (['warning', sentence] as const)
      : isChecking
        ? (['info', t('preview.checkingDates')] as const)
        : busy > 0
          ? (['warning', t('preview.busyDates', { count: busy })] as const)
          : (['success', t('preview.allFree')] as const)
  return (
    <Notice kind={kind}>
      <p className="small">{text}</p>
    </Notice>
  )
}

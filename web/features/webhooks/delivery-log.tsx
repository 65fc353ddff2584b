import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { queryOptionsOf } from '../../lib/api.ts'
import { t } from '../../lib/messages.ts'
import { useSearchParams } from '../../lib/search-params.ts'
import { CursorPager } from '../../ui/cursor-pager.tsx'
import { SelectField } from '../../ui/fields.tsx'
import { EmptyState, Loaded } from '../../ui/states.tsx'
import { DeliveryRow } from './delivery-row.tsx'
import styles from './webhooks.module.css'

const states = ['waiting', 'delivered', 'failed'] as const
/** Refetch interval in ms while deliveries are on their way. */
const soonMs = 2000

/** Deliveries of one webhook, newest first, including pending ones. */
export function DeliveryLog({ id }: { id: string }) {
  const [params, setParams] = useSearchParams<'webhooks'>()
  const state = states.find(known => known === params.state)
  const query = useQuery({
    ...queryOptionsOf('GET /api/webhooks/{id}/deliveries', {
      params: { id },
      query: { ...(state && { state }), ...(params.after && { after: params.after }) },
    }),
    placeholderData: keepPreviousData,
    staleTime: 0,
    refetchInterval: ({ state: { data } }) => (data?.data.some(one => one.state === 'waiting') ? soonMs : false),
  })
  const choices = [
    { value: '', label: t('webhooks.anyState') },
    ...states.map(value => ({ value, label: t(`webhooks.delivery.${value}`) })),
  ]
  return (
    <section className={styles.section} aria-labelledby="deliveries">
      <h2 id="deliveries">{t('webhooks.log')}</h2>
      <p className="soft small">{t('webhooks.logLead')}</p>
      <div className={styles.filter}>
        <SelectField
          label={t('webhooks.stateFilter')}
          name="state"
          options={choices}
          value={state ?? ''}
          onChange={value => setParams({ state: value || undefined, after: undefined })}
        />
      </div>
      <Loaded query={query}>
        {({ data, meta }) =>
          data.length === 0 ? (
            <EmptyState title={t(state ? 'webhooks.logNoneFound' : 'webhooks.logNone')}>
              {!state && <p>{t('webhooks.logNoneText')}</p>}
            </EmptyState>
          ) : (
            <div className={styles.section} aria-busy={query.isPlaceholderData}>
              <ol className={styles.log}>
                {data.map(delivery => (
                  <DeliveryRow key={delivery.id} delivery={delivery} />
                ))}
              </ol>
              <CursorPager next={meta.next} words={{ onward: t('webhooks.older'), back: t('webhooks.newest') }} />
            </div>
          )
        }
      </Loaded>
    </section>
  )
}

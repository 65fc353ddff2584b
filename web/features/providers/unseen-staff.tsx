import { useQuery } from '@tanstack/react-query'
import { queryOptionsOf } from '../../lib/api.ts'
import { t } from '../../lib/messages.ts'
import { paths } from '../../lib/paths.ts'
import { useSearchParams } from '../../lib/search-params.ts'
import { can } from '../../lib/session.ts'
import { formatDateTime } from '../../lib/time.ts'
import { visitorZone } from '../../lib/visitor-zone.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { SelectField } from '../../ui/fields.tsx'
import { EmptyState, Loaded } from '../../ui/states.tsx'
import offer from '../../ui/row-list.module.css'

const choices = ['7', '30', '90', '365']

/** Staff whom no provider has seen for some time: people who may have left, with the way to end their access. */
export function UnseenStaff() {
  const [params, setParams] = useSearchParams<'signIn'>()
  const days = choices.find(choice => choice === params.days) ?? '30'
  const query = useQuery(queryOptionsOf('GET /api/provider-staff', { query: { days: Number(days) } }))
  return (
    <div className={offer.stack}>
      <SelectField
        label={t('unseenStaff.days')}
        name="days"
        options={choices.map(value => ({ value, label: t('unseenStaff.choice', { count: Number(value) }) }))}
        value={days}
        onChange={value => setParams({ days: value })}
      />
      <Loaded query={query}>
        {({ data, total }) =>
          data.length === 0 ? (
            <EmptyState title={t('unseenStaff.none')}>
              <p>{t('unseenStaff.noneText')}</p>
            </EmptyState>
          ) : (
            <>
              <p className="soft small tabular">{t('unseenStaff.count', { count: total })}</p>
              <ul className={offer.list}>
                {data.map(({ user, last_seen_at }) => (
                  <Card as="li" key={user.id}>
                    <div className={offer.row}>
                      <div className={offer.what}>
                        <h2>{user.name}</h2>
                        <p className={offer.facts}>
                          {last_seen_at
                            ? t('unseenStaff.seen', { when: formatDateTime(last_seen_at, visitorZone()) })
                            : t('unseenStaff.never')}
                        </p>
                      </div>
                      {can('User List') && (
                        <ButtonLink small to={paths.user(user.id)} label={t('unseenStaff.openOf', { name: user.name })}>
                          {t('unseenStaff.open')}
                        </ButtonLink>
                      )}
                    </div>
                  </Card>
                ))}
              </ul>
            </>
          )
        }
      </Loaded>
    </div>
  )
}

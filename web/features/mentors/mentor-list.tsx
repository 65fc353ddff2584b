import type { Mentor } from '#contract/mentors.ts'
import { IconUsers } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { queryOptionsOf } from '../../lib/api.ts'
import { t } from '../../lib/messages.ts'
import { paths } from '../../lib/paths.ts'
import { useSearchParams } from '../../lib/search-params.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { SelectField } from '../../ui/fields.tsx'
import { namedOptions } from '../../ui/named-options.ts'
import { ListSkeleton } from '../../ui/skeletons.tsx'
import { EmptyState, Loaded } from '../../ui/states.tsx'
import { MentorCard } from './mentor-card.tsx'
import styles from './mentor-list.module.css'

/** The mentors; filtered by the support type in the address, each with the next free time for it. */
export function MentorList() {
  const [{ support_type = '' }, setParams] = useSearchParams<'mentors'>()
  const all = useQuery(queryOptionsOf('GET /api/mentor-list'))
  const types = typesOf(all.data?.data ?? [])
  const chosen = types.find(({ id }) => id === support_type)?.id
  const some = useQuery({
    ...queryOptionsOf('GET /api/mentor-list', { query: { support_type_id: chosen } }),
    enabled: chosen !== undefined,
  })
  return (
    <>
      {types.length > 1 && (
        <search className={styles.filter}>
          <SelectField
            label={t('mentors.filter')}
            placeholder={t('mentors.anything')}
            options={namedOptions(types)}
            name="support_type"
            value={chosen ?? ''}
            onChange={value => setParams({ support_type: value || undefined }, { replace: true })}
          />
        </search>
      )}
      <Loaded query={chosen ? some : all} skeleton={<ListSkeleton rows={3} height="14rem" />}>
        {({ data }) => (data.length === 0 ? <NoMentors /> : <Cards mentors={data} />)}
      </Loaded>
    </>
  )
}

function Cards({ mentors }: { mentors: readonly Mentor[] }) {
  return (
    <>
      <p className="soft small tabular" role="status">
        {t('mentors.count', { count: mentors.length })}
      </p>
      <ul className={styles.list}>
        {mentors.map(mentor => (
          <MentorCard key={mentor.id} mentor={mentor} />
        ))}
      </ul>
    </>
  )
}

const NoMentors = () => (
  <EmptyState
    title={t('mentors.emptyTitle')}
    icon={<IconUsers size={26} stroke={1.6} aria-hidden="true" />}
    action={<ButtonLink to={paths.about()}>{t('frame.about')}</ButtonLink>}
  >
    <p>{t('mentors.emptyText')}</p>
  </EmptyState>
)

/** The support types of all mentors, each once, by name. */
function typesOf(mentors: readonly Mentor[]): Mentor['support_types'] {
  const byId = new Map(mentors.flatMap(({ support_types }) => support_types).map(type => [type.id, type]))
  return [...byId.values()].toSorted((a, b) => a.name.localeCompare(b.name))
}

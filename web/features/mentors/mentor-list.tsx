import type { Mentor } from '#contract/mentors.ts'
import { IconUsers } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { queryOptionsOf } from '../../lib/api.ts'
import { t } from '../../lib/messages.ts'
import { formatSpokenLanguage } from '../../lib/spoken-languages.ts'
import { paths } from '../../lib/paths.ts'
import { useSearchParams } from '../../lib/search-params.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { SelectField } from '../../ui/fields.tsx'
import { namedOptions } from '../../ui/named-options.ts'
import { ListSkeleton } from '../../ui/skeletons.tsx'
import { EmptyState, Loaded } from '../../ui/states.tsx'
import { MentorCard } from './mentor-card.tsx'
import styles from './mentor-list.module.css'

/** The mentors; filtered by the support type and the language in the address, each with the next free time. */
export function MentorList() {
  const [{ support_type = '', language }, setParams] = useSearchParams<'mentors'>()
  const all = useQuery(queryOptionsOf('GET /api/mentor-list'))
  const types = typesOf(all.data?.data ?? [])
  const spoken = languagesOf(all.data?.data ?? [])
  const chosen = types.find(({ id }) => id === support_type)?.id
  const chosenLanguage = spoken.find(({ id }) => id === language)?.id
  const isFiltered = chosen !== undefined || chosenLanguage !== undefined
  const some = useQuery({
    ...queryOptionsOf('GET /api/mentor-list', { query: { support_type_id: chosen, language: chosenLanguage } }),
    enabled: isFiltered,
  })
  return (
    <>
      {(types.length > 1 || spoken.length > 1) && (
        <search className={styles.filter}>
          {types.length > 1 && (
            <SelectField
              label={t('mentors.filter')}
              placeholder={t('mentors.anything')}
              options={namedOptions(types)}
              name="support_type"
              value={chosen ?? ''}
              onChange={value => setParams({ support_type: value || undefined }, { replace: true })}
            />
          )}
          {spoken.length > 1 && (
            <SelectField
              label={t('mentors.language')}
              placeholder={t('booking.language.any')}
              options={namedOptions(spoken)}
              name="language"
              value={chosenLanguage ?? ''}
              onChange={value => setParams({ language: value || undefined }, { replace: true })}
            />
          )}
        </search>
      )}
      <Loaded query={isFiltered ? some : all} skeleton={<ListSkeleton rows={3} height="14rem" />}>
        {({ data }) => (data.length === 0 ? <NoMentors isFiltered={isFiltered} /> : <Cards mentors={data} />)}
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

const NoMentors = ({ isFiltered }: { isFiltered: boolean }) => (
  <EmptyState
    title={t(isFiltered ? 'mentors.noneTitle' : 'mentors.emptyTitle')}
    icon={<IconUsers size={26} stroke={1.6} aria-hidden="true" />}
    action={<ButtonLink to={paths.about()}>{t('frame.about')}</ButtonLink>}
  >
    <p>{t(isFiltered ? 'mentors.noneText' : 'mentors.emptyText')}</p>
  </EmptyState>
)

/** The support types of all mentors, each once, by name. */
function typesOf(mentors: readonly Mentor[]): Mentor['support_types'] {
  const byId = new Map(mentors.flatMap(({ support_types }) => support_types).map(type => [type.id, type]))
  return [...byId.values()].toSorted((a, b) => a.name.localeCompare(b.name))
}

/** The languages that the mentors speak, by name. */
const languagesOf = (mentors: readonly Mentor[]): { id: string; name: string }[] =>
  [...new Set(mentors.flatMap(({ languages }) => languages))]
    .map(id => ({ id, name: formatSpokenLanguage(id) }))
    .toSorted((a, b) => a.name.localeCompare(b.name))

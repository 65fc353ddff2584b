import { dashboardListNames } from '../../features/dashboard/dashboard-lists.ts'
import { FigureList, requestOrders } from '../../features/dashboard/figure-list.tsx'
import { useParams } from '@tanstack/react-router'
import { t } from '../../lib/messages.ts'
import { paths } from '../../lib/paths.ts'
import { useSearchParams } from '../../lib/search-params.ts'
import { can, useSession } from '../../lib/session.ts'
import { sortParam } from '../../lib/sort-param.ts'
import { DownloadAppointments } from '../../ui/download-csv.tsx'
import { Link } from '../../ui/link.tsx'
import { Page } from '../../ui/page.tsx'
import NotFoundPage from '../not-found.tsx'

/** The appointments behind one of the dashboard's figures. */
export default function FigureListPage() {
  const { list: name } = useParams({ from: '/admin/lists/$list' })
  const [{ sort }] = useSearchParams<'dashboardList'>()
  useSession()
  const list = dashboardListNames.find(known => known === name)
  if (!list) return <NotFoundPage />
  return (
    <Page
      width="work"
      title={t(`figureList.${list}`)}
      lead={
        <>
          {t(`figureList.${list}Text`)} <Link to={paths.admin()}>{t('figureList.back')}</Link>
        </>
      }
      actions={
        can('User Export') && (
          <DownloadAppointments list={list} query={list === 'pending' ? { sort: sortParam(sort, requestOrders) } : {}} />
        )
      }
    >
      <FigureList key={list} list={list} />
    </Page>
  )
}

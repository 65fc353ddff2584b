import { dashboardListNames } from '../../features/dashboard/dashboard-lists.ts'
import { FigureList } from '../../features/dashboard/figure-list.tsx'
import { useParams } from '@tanstack/react-router'
import { t } from '../../lib/messages.ts'
import { paths } from '../../lib/paths.ts'
import { Link } from '../../ui/link.tsx'
import { Page } from '../../ui/page.tsx'
import NotFoundPage from '../not-found.tsx'

export default function FigureListPage() {
  const { list: name } = useParams({ from: '/admin/lists/$list' })
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
    >
      <FigureList key={list} list={list} />
    </Page>
  )
}

import type { FullContract } from '#contract/contracts.ts'
import { t } from '../../lib/messages.ts'
import { paths } from '../../lib/paths.ts'
import { can } from '../../lib/session.ts'
import { Link } from '../../ui/link.tsx'
import styles from './contracts.module.css'

const views = ['text', 'compare', 'accepted', 'missing', 'edit'] as const
/** The views of a contract's page, as its address names them. */
export type ContractView = (typeof views)[number]

/** The view named in the address if the user may see it, otherwise the text. */
export const viewOf = (named: string | undefined): ContractView => viewsOf().find(view => view === named) ?? 'text'

/** Tabs. All staff can read and compare; acceptances and editing need Contract Edit. */
const viewsOf = () => (can('Contract Edit') ? views : views.slice(0, 2))

/** The tabs of the views that the user may see. */
export const ContractViews = ({ contract, view }: { contract: FullContract; view: ContractView }) => (
  <nav aria-label={t('contract.views')} className={`${styles.views} no-print`}>
    {viewsOf().map(other => (
      <Link
        key={other}
        // The text is the default view.
        to={paths.contract(contract.id, other === 'text' && view === 'text' ? {} : { view: other })}
        current="view"
      >
        {t(`contract.view.${other}`)}
      </Link>
    ))}
  </nav>
)

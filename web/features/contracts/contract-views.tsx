import type { FullContract } from '#contract/contracts.ts'
import { t } from '../../lib/messages.ts'
import { paths } from '../../lib/paths.ts'
import { can } from '../../lib/session.ts'
import { Link } from '../../ui/link.tsx'
import styles from './contracts.module.css'

const views = ['text', 'compare', 'accepted', 'missing', 'edit'] as const
export type ContractView = (typeof views)[number]

/** The view that an address names and that one may see; the text otherwise. */
export const viewOf = (named: string | undefined): ContractView => viewsOf().find(view => view === named) ?? 'text'

/** All staff can read and compare; the acceptances and editing need Contract Edit. */
const viewsOf = () => (can('Contract Edit') ? views : views.slice(0, 2))

export const ContractViews = ({ contract, view }: { contract: FullContract; view: ContractView }) => (
  <nav aria-label={t('contract.views')} className={styles.views}>
    {viewsOf().map(other => (
      <Link
        key={other}
        // The text is what stands there when no view is named.
        to={paths.contract(contract.id, other === 'text' && view === 'text' ? {} : { view: other })}
        current="view"
      >
        {t(`contract.view.${other}`)}
      </Link>
    ))}
  </nav>
)

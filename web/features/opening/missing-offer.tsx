import type { AbilityName } from '#contract/abilities.ts'
import type { PageAddress } from '#contract/pages.ts'
import { t, type MessageId } from '../../lib/messages.ts'
import { paths } from '../../lib/paths.ts'
import { can } from '../../lib/session.ts'
import { Link } from '../../ui/link.tsx'
import { Notice } from '../../ui/notice.tsx'

interface MissingOfferProps {
  /** Lists that the form chooses from; those that it does not need are left out. */
  support_types?: readonly unknown[]
  places?: readonly unknown[]
  mentors?: readonly unknown[]
}

/** What an organisation lacks before it can plan, each with the way to add it. */
export const MissingOffer = ({ support_types, places, mentors }: MissingOfferProps) => (
  <>
    {support_types?.length === 0 && (
      <Missing text="opening.noSupportType" to={paths.supportTypes({ edit: 'new' })} link="supportTypes.new" needs="Settings Edit" />
    )}
    {places?.length === 0 && (
      <Missing text="opening.noPlace" to={paths.places({ edit: 'new' })} link="opening.addPlace" needs="Settings Edit" />
    )}
    {mentors?.length === 0 && (
      <Missing text="opening.noMentor" to={paths.invitations({ new: 'one' })} link="opening.invite" needs="User Edit" />
    )}
  </>
)

interface MissingProps {
  text: MessageId
  to: PageAddress
  link: MessageId
  /** Users without this ability read the text alone. */
  needs: AbilityName
}

/** A warning that clients cannot book, with the way to change it. */
export const Missing = ({ text, to, link, needs }: MissingProps) => (
  <Notice kind="warning">
    <p>
      {t(text)} {can(needs) && <Link to={to}>{t(link)}</Link>}
    </p>
  </Notice>
)

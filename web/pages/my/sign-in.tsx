import { useQuery } from '@tanstack/react-query'
import { MyTabs } from '../../features/profile/my-tabs.tsx'
import { SessionList } from '../../features/profile/session-list.tsx'
import { SignInEditor } from '../../features/profile/sign-in-editor.tsx'
import { TokenList } from '../../features/profile/token-list.tsx'
import { queryOptionsOf } from '../../lib/api.ts'
import { t } from '../../lib/messages.ts'
import { useSession } from '../../lib/session.ts'
import { Page } from '../../ui/page.tsx'
import { ListSkeleton } from '../../ui/skeletons.tsx'
import { Loaded } from '../../ui/states.tsx'

/** The user's ways to sign in, sessions and tokens for programs. */
export default function MySignInPage() {
  const session = useSession()
  const isStaff = session !== null && (session.isAdmin || session.isMentor)
  const query = useQuery(queryOptionsOf('GET /api/my-profile', { query: { page: 1 } }))
  return (
    <Page title={t('my.signIn.title')} width="reading">
      <MyTabs />
      <Loaded query={query} skeleton={<ListSkeleton rows={3} height="14rem" />}>
        {({ user, sessions, tokens, has_password }) => (
          <>
            <SignInEditor key={user.id} user={user} />
            <SessionList sessions={sessions} />
            {(isStaff || tokens.length > 0) && <TokenList tokens={tokens} hasPassword={has_password} mayCreate={isStaff} />}
          </>
        )}
      </Loaded>
    </Page>
  )
}

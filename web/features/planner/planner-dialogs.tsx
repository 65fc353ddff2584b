import type { Planner, PlannerSession } from '#contract/planner.ts'
import type { LocalDate } from '#domain/time/local-date.ts'
import { useSearchParams } from '../../lib/search-params.ts'
import { ChangeDialog } from './change-dialog.tsx'
import { CopyDialog } from './copy-dialog.tsx'
import { CreateDialog } from './create-dialog.tsx'
import type { BoardBy } from './layout-board.ts'
import { dateOf } from './local-times.ts'
import { isOver, type Lookup } from './lookup.ts'
import type { OpenDialog } from './open-dialog.ts'
import { PublishDialog } from './publish-dialog.tsx'
import { SessionDialog } from './session-dialog.tsx'

interface PlannerDialogsProps {
  planner: Planner
  lookup: Lookup
  by: BoardBy
  dialog: OpenDialog | undefined
  /** The session whose details the address opens. */
  openId: string | undefined
  onDialog: (dialog: OpenDialog | undefined) => void
  /** Highlights sessions, and shows their day. */
  onShow: (ids: readonly string[], day: LocalDate) => void
}

/** The open dialog of the planner. */
export default function PlannerDialogs({ planner, lookup, by, dialog, openId, onDialog, onShow }: PlannerDialogsProps) {
  const [, setParams] = useSearchParams<'planner'>()
  const close = () => onDialog(undefined)
  const closeDetails = () => setParams({ open: undefined })
  const opened = openId === undefined ? undefined : planner.sessions.find(({ id }) => id === openId)
  // From the details to another dialog.
  const next = (following: OpenDialog) => {
    closeDetails()
    onDialog(following)
  }
  switch (dialog?.kind) {
    case 'create':
      return <CreateDialog target={dialog.target} by={by} onClose={close} onShow={onShow} />
    case 'change': {
      const newest = planner.sessions.find(({ id }) => id === dialog.session.id)
      return (
        <ChangeDialog
          session={dialog.session}
          newest={newest}
          times={dialog.times}
          planner={planner}
          lookup={lookup}
          onClose={close}
          onShow={onShow}
        />
      )
    }
    case 'copy': {
      const { sessions, from } = copied(dialog, planner)
      return <CopyDialog what={dialog.what} sessions={sessions} from={from} lookup={lookup} onClose={close} onShow={onShow} />
    }
    case 'publish': {
      const drafts = planner.sessions.filter(session => session.status === 'draft' && !isOver(session))
      return <PublishDialog drafts={drafts} lookup={lookup} onClose={close} onShow={onShow} />
    }
  }
  return opened ? <SessionDialog session={opened} lookup={lookup} onClose={closeDetails} onDialog={next} /> : null
}

function copied(dialog: Extract<OpenDialog, { kind: 'copy' }>, { sessions }: Planner): { sessions: PlannerSession[]; from: LocalDate } {
  if (dialog.what === 'session') return { sessions: [dialog.session], from: dateOf(dialog.session.starts_local) }
  const { from, to } = dialog
  return { sessions: sessions.filter(({ starts_local }) => dateOf(starts_local) >= from && dateOf(starts_local) <= to), from }
}

import type { BulkAction, BulkDialogProps } from './bulk-actions.ts'
import { CancelDialog } from './cancel-dialog.tsx'
import { ChangeDialog } from './change-dialog.tsx'
import { CopyDialog } from './copy-dialog.tsx'
import { PublishDialog } from './publish-dialog.tsx'

/** The dialog of a bulk action: what it does to each session and who is told, before anything is sent. */
export default function BulkDialog({ action, ...props }: BulkDialogProps & { action: BulkAction }) {
  switch (action) {
    case 'publish':
      return <PublishDialog {...props} />
    case 'copy':
      return <CopyDialog {...props} />
    case 'cancel':
      return <CancelDialog {...props} />
    default:
      return <ChangeDialog what={action} {...props} />
  }
}

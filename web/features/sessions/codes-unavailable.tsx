import { t } from '../../lib/messages.ts'
import { Button } from '../../ui/button.tsx'
import { FormActions } from '../../ui/form.tsx'
import { Notice } from '../../ui/notice.tsx'

/** Instead of the phone number, where the site cannot send codes: joining is not possible, and a password is the only way to log in. */
export const CodesUnavailable = ({ contact, onPassword }: { contact: string; onPassword: () => void }) => (
  <>
    <Notice>
      <p>{t('join.noCodes')}</p>
      {contact && <p>{contact}</p>}
    </Notice>
    <FormActions>
      <Button kind="plain" onClick={onPassword}>
        {t('join.havePassword')}
      </Button>
    </FormActions>
  </>
)

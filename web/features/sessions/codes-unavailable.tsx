import { t } from '../../lib/messages.ts'
import { Button } from '../../ui/button.tsx'
import { FormActions } from '../../ui/form.tsx'
import { Notice } from '../../ui/notice.tsx'

/**
 * Shown instead of the phone step if the site cannot send codes: joining is not possible, and login needs
 * a password.
 */
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

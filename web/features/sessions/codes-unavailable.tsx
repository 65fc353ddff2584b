import { t } from '../../lib/messages.ts'
import { Button } from '../../ui/button.tsx'
import { FormActions } from '../../ui/form.tsx'
import { Notice } from '../../ui/notice.tsx'
import { ContactLine } from '../booking/contact-line.tsx'

interface CodesUnavailableProps {
  contact: string
  /** Buttons of identity providers stand above. */
  afterProviders: boolean
  onPassword: () => void
}

/**
 * Shown instead of the phone step if the site cannot send codes: joining is not possible, and login needs
 * a password.
 */
export const CodesUnavailable = ({ contact, afterProviders, onPassword }: CodesUnavailableProps) => (
  <>
    <Notice>
      <p>{t(afterProviders ? 'join.noCodesHere' : 'join.noCodes')}</p>
      {contact && (
        <p>
          <ContactLine contact={contact} />
        </p>
      )}
    </Notice>
    <FormActions>
      <Button kind="plain" onClick={onPassword}>
        {t('join.havePassword')}
      </Button>
    </FormActions>
  </>
)

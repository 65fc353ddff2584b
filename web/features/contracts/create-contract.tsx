import { contentLanguageOf } from '#contract/languages.ts'
import { useNavigate } from '@tanstack/react-router'
import { useRef } from 'react'
import { call } from '../../lib/api.ts'
import { useForm } from '../../lib/form.ts'
import { useIdempotencyKey } from '../../lib/idempotency-key.ts'
import { language, t } from '../../lib/messages.ts'
import { paths } from '../../lib/paths.ts'
import { useSearchParams } from '../../lib/search-params.ts'
import { useSite } from '../../lib/site.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { toast } from '../../ui/toast.ts'
import { ContractForm } from './contract-form.tsx'
import { bodyOf, checkContract, emptyContract, type ContractValues } from './contract-values.ts'
import { isLinkedKey, linkOf } from './linked-texts.ts'

/** Creates a contract as a draft, or publishes it at once. */
export function CreateContract() {
  const navigate = useNavigate()
  const publish = useRef(false)
  const pageLanguage = contentLanguageOf(language)
  const own = useSite()?.language ?? pageLanguage
  const [{ key = '' }] = useSearchParams<'contractCreate'>()
  const suggested = isLinkedKey(key) ? { key, title: own === pageLanguage ? linkOf(key) : '' } : {}
  const keyFor = useIdempotencyKey()
  const form = useForm<ContractValues>({
    initial: { ...emptyContract(own), ...suggested },
    check: checkContract,
    at: { key_taken: 'key' },
    submit: async values => {
      const body = { ...bodyOf(values), publish: publish.current }
      const { id, version } = await call('POST /api/legally-binding-contract', { body, idempotencyKey: keyFor(body) })
      toast(body.publish ? t('contractForm.published', { version }) : t('contractForm.draftSaved'), { type: 'success' })
      await navigate({ href: paths.contract(id) })
    },
  })
  return (
    <>
      <ContractForm
        form={form}
        keyFixed={false}
        version={1}
        hasText
        reach={null}
        onIntent={intent => (publish.current = intent)}
        saveLabel={t('contractForm.saveDraft')}
      >
        <ButtonLink to={paths.contracts()}>{t('contractForm.back')}</ButtonLink>
      </ContractForm>
    </>
  )
}

import { useNavigate } from '@tanstack/react-router'
import { useRef, useState } from 'react'
import { call, freshKey } from '../../lib/api.ts'
import { useForm } from '../../lib/form.ts'
import { t } from '../../lib/messages.ts'
import { paths } from '../../lib/paths.ts'
import { ButtonLink } from '../../ui/button.tsx'
import { toast } from '../../ui/toast.ts'
import { UnsavedGuard } from '../../ui/unsaved-guard.tsx'
import { ContractForm } from './contract-form.tsx'
import { bodyOf, checkContract, noContract, type ContractValues } from './contract-values.ts'

/** Writes a new contract: a draft, or in force at once. */
export function CreateContract() {
  const navigate = useNavigate()
  const publish = useRef(false)
  const [keys] = useState(() => new Map<string, string>())
  const form = useForm<ContractValues>({
    initial: noContract,
    check: checkContract,
    at: { key_taken: 'key' },
    submit: async values => {
      const body = { ...bodyOf(values), publish: publish.current }
      const written = JSON.stringify(body)
      if (!keys.has(written)) keys.set(written, freshKey())
      const { id, version } = await call('POST /api/legally-binding-contract', { body, idempotencyKey: keys.get(written) ?? freshKey() })
      toast(body.publish ? t('contractForm.published', { version }) : t('contractForm.draftSaved'), { type: 'success' })
      await navigate({ href: paths.contract(id) })
    },
  })
  return (
    <>
      <UnsavedGuard isDirty={form.isDirty} />
      <ContractForm
        form={form}
        keyFixed={false}
        version={1}
        hasText
        reach={null}
        onIntent={intent => (publish.current = intent)}
        saveLabel={t('contractForm.saveDraft')}
      >
        <ButtonLink to={paths.contracts()} kind="plain">
          {t('contractForm.back')}
        </ButtonLink>
      </ContractForm>
    </>
  )
}

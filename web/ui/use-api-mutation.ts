import { mutationOptions, useMutation } from '@tanstack/react-query'
import { call, queryKeyOf, type ResponseBody, type EndpointName, type Input, type QueryName } from '../lib/api.ts'
import { queryClient } from '../lib/query-client.ts'
import { toast, toastError, type ToastOptions } from './toast.ts'

type MutationName = Exclude<EndpointName, QueryName>
interface SuccessToast extends ToastOptions {
  text: string
}

interface Effects<Name extends MutationName> {
  /** The toast after success; null shows none. */
  success?: string | ((answer: ResponseBody<Name>, input: Input<Name>) => string | SuccessToast | null)
  /**
   * The reads to fetch again, after a refusal as well. `call` already refetches every read on the page after a
   * write, except after DELETE: only the caller knows whether the page still shows the deleted record.
   */
  invalidates?: readonly QueryName[]
  onSuccess?: (answer: ResponseBody<Name>, input: Input<Name>) => void
  /** Shows the refusal as a toast unless the component shows it. */
  onError?: (error: unknown) => void
}

/**
 * A write with its toast and invalidation: `const removal = useApiMutation('DELETE /api/closed-days/{id}', {
 * success: t('…'), invalidates: ['GET /api/closed-days'] })`, then `removal.mutate({ params: { id } })` and
 * `<Button busy={removal.isPending}>`. Forms use `useForm`.
 */
export const useApiMutation = <Name extends MutationName>(name: Name, effects: Effects<Name> = {}) =>
  useMutation(mutationOf(name, effects), queryClient)

/** The same as options of TanStack Query, for use outside components. */
export function mutationOf<Name extends MutationName>(
  name: Name,
  { success, invalidates = [], onSuccess, onError = toastError }: Effects<Name>,
) {
  return mutationOptions({
    mutationKey: [name],
    // TypeScript cannot resolve whether the input of a generic name is optional.
    mutationFn: (input: Input<Name>) => (call as (name: Name, input: Input<Name>) => Promise<ResponseBody<Name>>)(name, input),
    // Without a connection `call` fails with the refusal `offline`; by default TanStack Query would wait for one.
    networkMode: 'always',
    onSuccess: (answer, input) => {
      const shown = typeof success === 'function' ? success(answer, input) : success
      if (typeof shown === 'string') toast(shown, { type: 'success' })
      else if (shown) toast(shown.text, { type: 'success', ...shown })
      onSuccess?.(answer, input)
    },
    onError: error => onError(error),
    onSettled: () => Promise.all(invalidates.map(read => queryClient.invalidateQueries({ queryKey: queryKeyOf(read) }))),
  })
}

import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { call, type EndpointName, type Input, type ResponseBody } from './api.ts'

type PreviewName = Exclude<Extract<EndpointName, `POST ${string}/preview`>, `${string}{id}${string}`>

type BodyOf<Name extends PreviewName> = Input<Name> extends { body: infer Body } ? Body : never

/** What an action on several records would do. `body`: null while it cannot be asked. Nothing is stored. */
export function useBatchPreview<Name extends PreviewName>(name: Name, body: BodyOf<Name> | null) {
  const query = useQuery({
    queryKey: [name, body],
    queryFn: ({ signal }) => (call as (name: Name, input: object) => Promise<ResponseBody<Name>>)(name, { body, signal }),
    enabled: body !== null,
    placeholderData: keepPreviousData,
    retry: false,
    // Opened again, the dialog asks again.
    gcTime: 0,
  })
  const isCurrent = body !== null && query.data !== undefined && !query.isPlaceholderData
  return { data: isCurrent ? query.data : undefined, error: body === null ? null : query.error, refetch: query.refetch }
}

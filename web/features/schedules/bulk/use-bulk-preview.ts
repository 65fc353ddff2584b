import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { call, type EndpointName, type Input, type ResponseBody } from '../../../lib/api.ts'

type PreviewName = Extract<EndpointName, `POST /api/schedules/${'change' | 'cancel' | 'copy'}/preview`>

type BodyOf<Name extends PreviewName> = Input<Name> extends { body: infer Body } ? Body : never

/** What a bulk action would do. `body`: null while it cannot be asked. Nothing is stored. */
export function useBulkPreview<Name extends PreviewName>(name: Name, body: BodyOf<Name> | null) {
  const query = useQuery({
    queryKey: [name, body],
    queryFn: ({ signal }) => (call as (name: Name, input: object) => Promise<ResponseBody<Name>>)(name, { body, signal }),
    enabled: body !== null,
    placeholderData: keepPreviousData,
    retry: false,
  })
  const isCurrent = body !== null && query.data !== undefined && !query.isPlaceholderData
  return { data: isCurrent ? query.data : undefined, error: body === null ? null : query.error, refetch: query.refetch }
}

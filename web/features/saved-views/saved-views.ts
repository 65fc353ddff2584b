import type { ViewedList } from '#contract/saved-view-limits.ts'
import type { NewSavedView, SavedView } from '#contract/saved-views.ts'
import { call, queryKeyOf, queryOptionsOf, type ResponseBody } from '../../lib/api.ts'
import { queryClient } from '../../lib/query-client.ts'

/** The user's views of every list. */
export const savedViewsQuery = queryOptionsOf('GET /api/my-saved-views')

/** The views of a list, in the order of names. */
export const viewsOf = (views: readonly SavedView[], list: ViewedList): SavedView[] =>
  views.filter(view => view.list === list).toSorted((a, b) => a.name.localeCompare(b.name))

/** Saves a view. It replaces one of the same list and name. */
export async function saveView({ list, name, params }: NewSavedView): Promise<void> {
  const saved = await call('PUT /api/my-saved-views', { body: { list, name, params } })
  show(views => [...views.filter(({ id }) => id !== saved.id), saved])
}

/** Deletes a view. */
export async function deleteView({ id }: SavedView): Promise<void> {
  await call('DELETE /api/my-saved-views/{id}', { params: { id } })
  show(views => views.filter(view => view.id !== id))
}

/** Changes what the page shows at once, without waiting for another answer. */
const show = (change: (views: SavedView[]) => SavedView[]) =>
  queryClient.setQueryData<ResponseBody<'GET /api/my-saved-views'>>(
    queryKeyOf('GET /api/my-saved-views'),
    answer => answer && { data: change(answer.data) },
  )

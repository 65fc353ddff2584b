import * as z from 'zod'
import { defineCalls } from './call.ts'
import { maxNameLength, maxViews, viewedLists, viewParams } from './saved-view-limits.ts'
import { Done, Id, IdParams, label } from './shapes.ts'

const value = z
  .string()
  .min(1)
  .max(200)
  .refine(text => !/[\p{Cc}\p{Cs}]/u.test(text), 'field.mustNotContainControlCharacters')
  .optional()

/** The filters of all these lists, as parameters of their addresses. */
const Params = z.object({
  availability: value,
  from: value,
  mentor: value,
  place: value,
  role: value,
  sort: value,
  state: value,
  status: value,
  support_type: value,
  to: value,
})

const NewSavedView = z
  .strictObject({ list: z.enum(viewedLists), name: label(maxNameLength), params: z.strictObject(Params.shape) })
  .superRefine(({ list, params }, context) => {
    const kept: readonly string[] = viewParams[list]
    const keys = Object.keys(params).filter(name => !kept.includes(name))
    if (keys.length > 0) context.addIssue({ code: 'unrecognized_keys', keys, path: ['params'], input: params })
  })
export type NewSavedView = z.infer<typeof NewSavedView>

/** The filters of a list under a name, which only their owner reads. */
export const SavedView = z.object({ id: Id, list: z.enum(viewedLists), name: z.string(), params: Params }).meta({ id: 'SavedView' })
export type SavedView = z.infer<typeof SavedView>

export const savedViewCalls = defineCalls({
  'GET /api/my-saved-views': {
    summary: 'The views of lists that the caller has saved.',
    access: 'person',
    answer: { status: 200, body: z.object({ data: z.array(SavedView) }) },
    refusals: [],
  },
  'PUT /api/my-saved-views': {
    summary: `Save the filters of a list under a name, ${maxViews} a list at most. They replace the caller’s view of the same list and name.`,
    access: 'person',
    body: NewSavedView,
    answer: { status: 200, body: SavedView },
    refusals: ['missing_ability', 'too_many_saved_views'],
  },
  'DELETE /api/my-saved-views/{id}': {
    summary: 'Delete one of the caller’s views, also where they may no longer open the list.',
    access: 'person',
    params: IdParams,
    answer: { status: 200, body: Done },
    refusals: ['not_found'],
  },
})

import * as z from 'zod'
import { defineCalls } from './call.ts'
import { Id } from './shapes.ts'

/** What a new organisation does before clients can book, in the order of the work. */
export const openingSteps = ['organisation', 'offer', 'place', 'people', 'hours', 'test'] as const
export type OpeningStep = (typeof openingSteps)[number]

const Named = z.object({ id: Id, name: z.string() })

const Opening = z
  .object({
    hidden: z.boolean().meta({ description: 'The dashboard leaves the list out: setting `opening_hidden`.' }),
    steps: z.array(z.object({ step: z.enum(openingSteps), done: z.boolean() })),
    open: z.boolean().meta({ description: 'A session has been published, with something to offer, a place and a mentor.' }),
    can_join: z.boolean().meta({ description: 'New clients can prove who they are: by e-mail, SMS or an identity provider.' }),
    can_send: z.boolean().meta({ description: 'This site can send messages.' }),
    bookable: z.boolean().meta({ description: 'There is a time that clients can book now.' }),
    embed_origins: z.array(z.string()),
    support_types: z.array(Named),
    places: z.array(Named),
    mentors: z.array(Named),
    mentor_role: Named.nullable().meta({
      description: 'The role that makes the caller a mentor and grants nothing else; null if there is none, or they are a mentor already.',
    }),
  })
  .meta({ id: 'Opening' })
export type Opening = z.infer<typeof Opening>

export const openingCalls = defineCalls({
  'GET /api/opening': {
    summary: 'How far the organisation is with opening for booking, read from its records.',
    access: { ability: 'Settings Edit' },
    answer: { status: 200, body: Opening },
    refusals: [],
  },
  'POST /api/opening/test': {
    summary: 'Send a test message to the caller’s own confirmed number and e-mail address, as far as this site can send there.',
    access: { ability: 'Settings Edit' },
    byHand: true,
    answer: { status: 200, body: z.object({ sent_to: z.array(z.enum(['sms', 'email'])) }) },
    refusals: ['no_gateway'],
  },
})

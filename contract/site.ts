import * as z from 'zod'
import { defineCalls } from './call.ts'
import { legalKeys } from './legal.ts'
import { OfferedProvider } from './providers.ts'

export const siteCalls = defineCalls({
  'GET /api/site': {
    summary: 'What every page needs to know of the organisation: its name, policies, and whether this is the demo.',
    access: 'public',
    answer: {
      status: 200,
      body: z
        .object({
          site_name: z.string(),
          languages: z
            .array(
              z.object({
                code: z.string(),
                name: z.string(),
                staff: z.literal(false).optional().meta({ description: 'Where pages for staff are in English.' }),
              }),
            )
            .meta({ description: 'The languages that people can choose, each by its own name.' }),
          language: z.string().meta({ description: 'Of the organisation’s own texts that are not translated.' }),
          legal: z
            .array(z.enum(legalKeys))
            .meta({ description: 'The contracts in force that have pages of their own, linked on every page.' }),
          demo: z.boolean(),
          codes: z
            .literal(false)
            .optional()
            .meta({ description: 'Only where this site cannot send codes: there is no gateway for text messages.' }),
          sign_in: z
            .object({
              phone: z.boolean(),
              email: z.boolean(),
              passkeys: z.boolean().meta({ description: 'False where the site’s address allows none: it needs https and a host name.' }),
              providers: z.array(OfferedProvider).meta({ description: 'The identity providers that people can sign in with.' }),
            })
            .meta({ description: 'The ways to sign in on this site. Phone and e-mail: it can send codes there.' }),
          phone_country: z.string(),
          contact: z.string(),
          currency: z.string(),
          policies: z.object({
            notice_minutes: z.int(),
            change_minutes: z.int(),
            max_open: z.int(),
            missed_limit: z.int(),
            missed_days: z.int(),
          }),
        })
        .meta({ id: 'Site' }),
    },
    refusals: [],
  },
  'GET /api/health/live': {
    summary: 'The process runs.',
    access: 'public',
    answer: { status: 200, body: z.object({ status: z.literal('ok') }) },
    refusals: [],
  },
  'GET /api/health/ready': {
    summary:
      'Requests may be sent to this server; where not, why: it is stopping, or its database is away, is being started again or lacks migrations.',
    access: 'public',
    answer: {
      status: 200,
      body: z.object({
        status: z.literal('ok'),
        cannot_send: z
          .array(z.enum(['email', 'sms']))
          .optional()
          .meta({ description: 'What of messages is not set up, where something is not; without sms there are no codes.' }),
      }),
    },
    refusals: ['unavailable'],
  },
})

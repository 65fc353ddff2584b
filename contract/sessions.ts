import * as z from 'zod'
import { defineCalls } from './call.ts'
import { AcceptedTexts } from './contracts.ts'
import { Email, EmailInput, Login, NewPassword, PersonName, PhoneInput } from './people.ts'
import { Done, label, Zone } from './shapes.ts'

export const CodeAnswer = z
  .object({
    message: z.string(),
    expires_in: z.int().meta({ description: 'Seconds the code lives.' }),
    resend_after: z.int().meta({ description: 'Seconds until another code can be requested; longer after each unused code.' }),
    demo_code: z.string().optional().meta({ description: 'The code itself; in demo mode only.' }),
  })
  .meta({ id: 'CodeAnswer' })

export const JoinAnswer = CodeAnswer.extend({
  join_ticket: z.string().meta({ description: 'Send it with POST /api/confirm: wrong codes then count against this ticket only.' }),
}).meta({ id: 'JoinAnswer' })

/** For a new phone number or e-mail address: what registration needs in addition to a name. */
export const RegistrationTicket = z
  .object({ registration_ticket: z.string(), expires_in: z.int().meta({ description: 'Seconds the ticket lives.' }) })
  .meta({ id: 'RegistrationTicket' })

/** A one-time code as people type it. */
export const Code = z
  .string()
  .trim()
  .regex(/^\d{6}$/, 'field.mustBeThe6DigitsOf')

/** The two ways to name an account. Exactly one is given. */
interface NamedAccount {
  phone?: string | undefined
  email?: string | undefined
}
const exactlyOne = ({ phone, email }: NamedAccount) => (phone === undefined) !== (email === undefined)
const notExactlyOne = { path: ['phone'], error: 'field.giveEitherThePhoneNumberOr' }

/** A code of the authenticator app, or one of the recovery codes that replace it, with or without its hyphens. */
const SecondFactorCode = z
  .string()
  .trim()
  .toUpperCase()
  .regex(/^(\d{6}|[A-Z2-7]{4}(-?[A-Z2-7]{4}){3})$/, 'field.mustBeThe6DigitsOfThe')

export const sessionCalls = defineCalls({
  'POST /api/join': {
    summary: 'Send a one-time code to a phone or to an e-mail address. The answer never tells whether it is known.',
    access: 'public',
    body: z.strictObject({ phone: PhoneInput.optional(), email: EmailInput.optional() }).refine(exactlyOne, notExactlyOne),
    answer: { status: 200, body: JoinAnswer },
    refusals: ['too_many_codes', 'no_gateway', 'codes_spent'],
  },
  'POST /api/confirm': {
    summary: 'Confirm a phone or an e-mail address with its code: a known person is logged in, an unknown one gets a registration ticket.',
    access: 'public',
    body: z
      .strictObject({
        phone: PhoneInput.optional(),
        email: EmailInput.optional(),
        code: Code,
        join_ticket: z
          .string()
          .max(200)
          .optional()
          .meta({ description: 'From POST /api/join. Without it, the try counts against a small budget of the number or address.' }),
      })
      .refine(exactlyOne, notExactlyOne),
    answer: { status: 200, body: z.union([Login, RegistrationTicket]) },
    refusals: [
      'wrong_code',
      'too_many_codes',
      'single_sign_on_only',
      'identity_required',
      'password_required',
      'code_required',
      'record_merged',
      'already_registered',
    ],
  },
  'POST /api/confirm/identity': {
    summary:
      'Continue after 403 `identity_required`: the phone was not used for a year, so its owner also confirms the name or the e-mail address on file.',
    access: 'public',
    body: z
      .strictObject({
        login_ticket: z.string().min(1).max(200),
        name: PersonName.optional(),
        email: label(254).optional(),
      })
      .refine(({ name, email }) => (name === undefined) !== (email === undefined), {
        path: ['name'],
        error: 'field.giveEitherTheNameOrThe',
      }),
    answer: { status: 200, body: Login },
    refusals: ['wrong_identity', 'single_sign_on_only', 'login_expired', 'too_many_codes', 'password_required', 'code_required'],
  },
  'POST /api/register': {
    summary: 'Register the person behind a registration ticket.',
    access: 'public',
    body: z.strictObject({
      registration_ticket: z.string().min(1).max(200),
      name: PersonName,
      password: NewPassword.nullish(),
      email: Email.nullish().meta({ description: 'A contact address. Where the ticket is an e-mail address, that address is taken.' }),
      ...AcceptedTexts,
    }),
    answer: { status: 201, body: Login },
    refusals: ['ticket_expired', 'contracts_required', 'already_registered', 'record_merged'],
    idempotent: true,
  },
  'POST /api/login': {
    summary: 'Log in with a phone number, or a confirmed e-mail address, and the password.',
    access: 'public',
    body: z
      .strictObject({
        phone: z.string().max(200).optional(),
        email: z.string().max(254).optional(),
        password: z.string().max(1000),
        setup_token: z.string().max(200).optional().meta({
          description: 'The token of a set-up link: with it an administrator sets up an authenticator without a code.',
        }),
      })
      .refine(exactlyOne, notExactlyOne),
    answer: { status: 200, body: Login },
    refusals: ['wrong_login', 'single_sign_on_only', 'code_required', 'phone_code_required', 'no_gateway', 'too_many_codes', 'codes_spent'],
  },
  'POST /api/login/confirm': {
    summary:
      'Continue a login that asked for a code. After 401 `phone_code_required` send the code from the text message or e-mail (`sent_to` says which): 401 `code_required` then answers what the authenticator app is set up with. After 401 `code_required` send the code that the app shows, or a recovery code.',
    access: 'public',
    body: z.strictObject({ login_ticket: z.string().min(1).max(200), code: SecondFactorCode }),
    answer: { status: 200, body: Login },
    refusals: ['login_expired', 'wrong_code', 'too_many_codes', 'code_required'],
  },
  'POST /api/login/emergency': {
    summary:
      'Log an administrator in with an emergency link of the server and their password, although their roles demand an identity provider.',
    access: 'public',
    body: z.strictObject({
      token: z.string().min(1).max(200),
      password: z.string().max(256).meta({ description: 'The first one, if they have none.' }),
    }),
    answer: { status: 200, body: Login },
    refusals: ['not_found', 'wrong_login', 'code_required'],
  },
  'POST /api/logout': {
    summary: 'End this session; its token is dead at once.',
    access: 'person',
    answer: {
      status: 200,
      body: Done.extend({
        provider_logout: z
          .string()
          .optional()
          .meta({ description: 'Where the browser goes to log out at the identity provider too, if the session began at one.' }),
      }),
    },
    refusals: [],
  },
  'POST /api/setup': {
    summary: 'Create the first administrator with the one-time link that production prints at its start.',
    access: 'public',
    body: z
      .strictObject({
        setup_token: z.string().min(1).max(200),
        name: PersonName,
        phone: PhoneInput.optional(),
        email: EmailInput.optional(),
        password: NewPassword,
        time_zone: Zone.optional().meta({
          description:
            "The administrator's, and a new organisation's. Without it, or where the server does not know it: the zone in the settings.",
        }),
      })
      .refine(exactlyOne, notExactlyOne),
    answer: { status: 201, body: Login },
    refusals: ['setup_done', 'not_found', 'phone_taken', 'email_taken'],
  },
})

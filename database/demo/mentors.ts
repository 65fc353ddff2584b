import type { SupportTypeKey } from './organisation.ts'
import type { PortraitLook } from './portrait.ts'

/** A mentor of the demo. */
export interface DemoMentor {
  name: string
  phone: string
  time_zone: string
  helpsWith: readonly SupportTypeKey[]
  /** That they speak with clients: BCP 47 tags. */
  languages: readonly string[]
  bio: string
  look: PortraitLook
  /** Average rating, of five stars. */
  rating: number
}

const london = 'Europe/London'
const berlin = 'Europe/Berlin'

/** The mentors, by their key in the weekly plan. */
export const mentors = {
  amara: {
    name: 'Amara Okafor',
    phone: '+447700900002',
    time_zone: london,
    helpsWith: ['career', 'workshop'],
    languages: ['en', 'ig'],
    bio: 'Fifteen years of hiring people for hospitals taught me what an application really has to say. I will read yours with you, line by line, and we will practise the questions you dread.',
    look: { skin: '#7a4a2e', hair: '#241712', style: 'curls', top: '#d98a4b', ground: '#f4dcc0' },
    rating: 4.8,
  },
  daniel: {
    name: 'Daniel Whitcombe',
    phone: '+447700900011',
    time_zone: london,
    helpsWith: ['career'],
    languages: ['en'],
    bio: 'I was a joiner until my back said no, and retrained at forty-one. If you are thinking of starting again, bring the half-formed version; that is the interesting one.',
    look: { skin: '#f0c9a8', hair: '#8a7a6b', style: 'short', top: '#3f6f79', ground: '#e7dcc6', glasses: true, beard: true },
    rating: 4.5,
  },
  priya: {
    name: 'Priya Raghunathan',
    phone: '+447700900012',
    time_zone: london,
    helpsWith: ['study'],
    languages: ['en', 'ta'],
    bio: 'I teach statistics at a sixth-form college and still remember failing it the first time. We go slowly, with a pencil, until it is yours.',
    look: { skin: '#a86d45', hair: '#1f1716', style: 'long', top: '#a8434f', ground: '#f6e0b8' },
    rating: 4.7,
  },
  sian: {
    name: 'Siân Llewellyn-Price',
    phone: '+447700900013',
    time_zone: london,
    helpsWith: ['counselling', 'workshop'],
    languages: ['en', 'cy'],
    bio: 'An accredited counsellor since 2009, mostly with people who look after everyone else. You can say it badly here, or not at all for a while. Dw i’n siarad Cymraeg hefyd.',
    look: { skin: '#f3d3bb', hair: '#a8512f', style: 'bob', top: '#5b6b8c', ground: '#ead9cf' },
    rating: 4.9,
  },
  tomasz: {
    name: 'Tomasz Zieliński',
    phone: '+447700900014',
    time_zone: london,
    helpsWith: ['study'],
    languages: ['en', 'pl'],
    bio: 'Physics and maths, from GCSE to the first year of university. I came to London at sixteen with little English, so I know what it is to study in a second language.',
    look: { skin: '#eec3a0', hair: '#5a3d28', style: 'short', top: '#7d8f5a', ground: '#f1e3cc' },
    rating: 4.4,
  },
  leila: {
    name: 'Leila Haddad',
    phone: '+447700900015',
    time_zone: london,
    helpsWith: ['counselling'],
    languages: ['en', 'ar', 'fr'],
    bio: 'I work with grief, with moving countries, and with families that do not talk about either. Sessions in English, Arabic or French.',
    look: { skin: '#d9a57c', hair: '#4d7a78', style: 'scarf', top: '#2f5d5a', ground: '#f3d9c4' },
    rating: 4.7,
  },
  marcus: {
    name: 'Marcus Bailey',
    phone: '+447700900016',
    time_zone: london,
    helpsWith: ['career', 'workshop'],
    languages: ['en'],
    bio: 'Youth worker, then a recruiter, now both. I am good with first jobs, gaps in a CV, and people who have been told they interview badly.',
    look: { skin: '#5c3823', hair: '#1a1310', style: 'cropped', top: '#c7a03f', ground: '#efd3b4', beard: true },
    rating: 4.6,
  },
  yuting: {
    name: 'Chen Yu-Ting 陳玉婷',
    phone: '+447700900017',
    time_zone: london,
    helpsWith: ['study', 'workshop'],
    languages: ['en', 'zh'],
    bio: 'Writing is thinking, and it can be learnt. I have marked more than two thousand undergraduate essays and would like yours to be a pleasure. 也可以說中文。',
    look: { skin: '#f0cfa9', hair: '#17151a', style: 'bun', top: '#8c5a86', ground: '#f7e2cf', glasses: true },
    rating: 4.6,
  },
  eilidh: {
    name: 'Eilidh Fraser',
    phone: '+447700900018',
    time_zone: london,
    helpsWith: ['counselling'],
    languages: ['en', 'bfi'],
    bio: 'Twenty years a nurse before I trained as a counsellor. Anxiety, burn-out and illness in the family are what people mostly bring. There is always tea.',
    look: { skin: '#f6dac6', hair: '#d8c9b4', style: 'bob', top: '#6f8f86', ground: '#f0dfd2', glasses: true },
    rating: 4.8,
  },
  jonas: {
    name: 'Jonas Albrecht',
    phone: '+447700900019',
    time_zone: berlin,
    helpsWith: ['career'],
    languages: ['en', 'de'],
    bio: 'I help people who work between countries: which papers, which salary, which kind of contract. Online from Berlin, in English or German.',
    look: { skin: '#f2cdb0', hair: '#c79a5b', style: 'short', top: '#445a75', ground: '#f2e4c9' },
    rating: 4.3,
  },
  zeynep: {
    name: 'Zeynep Kaya',
    phone: '+447700900020',
    time_zone: berlin,
    helpsWith: ['study'],
    languages: ['en', 'tr'],
    bio: 'Languages, reading and exam nerves. I share my screen, you share yours, and by the end you will have a plan for the week that you can keep.',
    look: { skin: '#e0b088', hair: '#3b221a', style: 'long', top: '#d06a4c', ground: '#f5dfc9' },
    rating: 4.5,
  },
  mateo: {
    name: 'Mateo Fuentes Rivas',
    phone: '+447700900021',
    time_zone: berlin,
    helpsWith: ['counselling', 'workshop'],
    languages: ['en', 'es'],
    bio: 'A counsellor for young adults, online, in English and Spanish. Many find it easier to begin from their own kitchen table; I do too.',
    look: { skin: '#c98f63', hair: '#2a1a14', style: 'curls', top: '#7a5a9a', ground: '#efdac2', beard: true },
    rating: 4.6,
  },
} as const satisfies Record<string, DemoMentor>

export type MentorKey = keyof typeof mentors

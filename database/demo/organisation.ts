/**
 * The demo's organisation: an invented charity. Its telephone number is from Ofcom's range for drama, and
 * its domain cannot exist.
 */
export const organisation = {
  site_name: 'Larkfield Mentoring & Counselling',
  contact: 'Ring 020 7946 0182 (weekdays 9:00 to 17:00) or write to hello@larkfield.example',
  phone_country: 'GB',
  currency: 'GBP',
  time_zone: 'Europe/London',
  opening_hidden: true,
}

export type SupportTypeKey = 'career' | 'study' | 'counselling' | 'workshop'

/** In order. Prices in pence. */
export const supportTypes = {
  career: {
    name: 'Career advice',
    description: 'Half an hour on applications, interviews, a change of direction, or a job that is wearing you down.',
    colour: '#2f7d6d',
    slot_minutes: 30,
    interpreted_minutes: null,
    price_amount: 0,
    needs_approval: false,
  },
  study: {
    name: 'Study support',
    description: 'Essays, exams, reading that will not go in: someone patient to work through it with you.',
    colour: '#c2702d',
    slot_minutes: 45,
    interpreted_minutes: null,
    price_amount: 600,
    needs_approval: false,
  },
  counselling: {
    name: 'Counselling',
    description: 'Fifty minutes with a trained counsellor. We read every request and answer within one working day.',
    colour: '#6a5aa8',
    slot_minutes: 50,
    interpreted_minutes: 80,
    price_amount: 1500,
    needs_approval: true,
  },
  workshop: {
    name: 'Group workshop',
    description: 'A small group, one subject, an hour and a half. Come to listen or to take part.',
    colour: '#b23a5b',
    slot_minutes: 90,
    interpreted_minutes: null,
    price_amount: 400,
    needs_approval: false,
  },
} as const satisfies Record<SupportTypeKey, object>

export type PlaceKey = 'house' | 'canal' | 'online'

/** The demo's places, one of them online. */
export const places = {
  house: {
    name: 'Larkfield House',
    address: '14 Larkfield Row, Bethnal Green, London. Step-free from the garden gate; ring the lower bell.',
    kind: 'in_person',
    meeting_url: null,
    time_zone: 'Europe/London',
  },
  canal: {
    name: 'Canal Rooms',
    address: 'Second floor, 3 Towpath Yard, Haggerston, London. There is a lift; reception is to the left.',
    kind: 'in_person',
    meeting_url: null,
    time_zone: 'Europe/London',
  },
  online: {
    name: 'Online with our Berlin team',
    address: '',
    kind: 'online',
    meeting_url: 'https://meet.larkfield.example/{room}',
    time_zone: 'Europe/Berlin',
  },
} as const satisfies Record<PlaceKey, object>

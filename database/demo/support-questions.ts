import type { SupportTypeKey } from './organisation.ts'

/** What clients write when they book. */
export const supportQuestions: Record<SupportTypeKey, readonly string[]> = {
  career: [
    'I have an interview for a receptionist post on Thursday and go blank when they ask about weaknesses.',
    'Is it worth listing the warehouse job? I only stayed six weeks.',
    'I would like to leave nursing but have no idea what else I am good at.',
    'Could you look at my covering letter? I have written it four times and it still sounds like someone else.',
    'How do I explain two years of looking after my mum?',
    'They offered me less than the advert said. May I ask why?',
    'I am 52 and everyone I compete with is 30. What do I do with that?',
    'My probation was extended and I do not know whether to look elsewhere already.',
    'I want to move from shop floor to office work. Where do people start?',
    'Does a degree from abroad count here, and whom do I ask?',
    'I was made redundant last week. I would just like to think aloud with someone.',
    'How honest should I be about my health in an application?',
    'Can we practise a video interview? I hate seeing myself on the screen.',
    'Which of these two apprenticeships would you take?',
  ],
  study: [
    'My essay is 900 words too long and I cannot see what to cut.',
    'Hypothesis tests. I know the steps, I do not know why.',
    'I read the same page three times and nothing stays.',
    'How do I plan six weeks of revision around night shifts?',
    'My tutor wrote “unclear argument” and I do not understand what she means.',
    'Fractions, please. It is for my daughter’s homework and for me.',
    'I have to give a presentation in English and it is my third language.',
    'Can we go through the past paper from last June, question 4 and 7?',
    'How do I cite something I found in an old newspaper?',
    'I panic in exams. I knew all of it the evening before.',
    'Is my research question too big?',
    'Reading Middlemarch for an access course and I am lost with the names.',
  ],
  counselling: [
    'I have not been sleeping since the move.',
    'My father died in spring and everyone else seems to be done with it.',
    'I would rather say it in person, if that is all right.',
    'Panic on the bus, twice this week.',
    'We keep having the same argument and I would like to understand my part in it.',
    'My GP suggested I talk to someone about work.',
    'I look after my brother and there is nothing left of me by evening.',
    'Last time we spoke about my sister. I would like to go on from there.',
    'I do not know whether this is bad enough to be here.',
    'Could I have someone who will not mind long silences?',
  ],
  workshop: [
    'Is it all right just to listen?',
    'I may be ten minutes late because of the school run.',
    'Will there be a handout? I am deaf in one ear.',
    'May I bring a friend?',
    'I came last month as well and would like to sit with new people.',
    'Is the room warm? I have arthritis.',
  ],
}

/** Reasons of cancellations by clients. */
export const clientReasons: readonly string[] = [
  'My shift was changed.',
  'Feeling better, thank you.',
  'My son is ill.',
  'I found the answer meanwhile.',
  'Trains are not running.',
  '',
  '',
  'I need a later time and will book again.',
  'Clashes with a doctor’s appointment.',
  'I am not ready for this yet.',
]

/** Why the organisation cancelled, except for counselling. */
export const organisationReasons: readonly string[] = [
  'Booked twice by mistake; the other one stands.',
  'The room had to be closed for a repair.',
  'Your mentor was taken ill; we have rung you about another time.',
  'Asked by phone to cancel.',
]

/** Why the organisation cancelled an appointment for counselling. */
export const refusalReasons: readonly string[] = [
  'We have rung you: another service is the better place for this.',
  'This counsellor has no room just now; we have offered you another one.',
]

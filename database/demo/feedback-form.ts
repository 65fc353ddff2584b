/** A question of the demo's feedback form. */
export interface DemoQuestion {
  key: string
  widget: 'star' | 'radio' | 'select' | 'text' | 'colour'
  prompt: string
  options: readonly string[]
  required: boolean
  /** The share of feedback that answers an optional question. */
  answered: number
}

/** The forms for clients and for mentors. */
export const feedbackForms: Record<'client' | 'mentor', readonly DemoQuestion[]> = {
  client: [
    { key: 'helpful', widget: 'star', prompt: 'How helpful was this session?', options: [], required: true, answered: 1 },
    {
      key: 'got',
      widget: 'radio',
      prompt: 'Did you get what you came for?',
      options: ['Yes', 'Partly', 'Not this time'],
      required: true,
      answered: 1,
    },
    {
      key: 'mattered',
      widget: 'select',
      prompt: 'What mattered most to you?',
      options: ['Being listened to', 'A clear next step', 'An honest opinion', 'Something to take home', 'Something else'],
      required: false,
      answered: 0.75,
    },
    {
      key: 'mood',
      widget: 'colour',
      prompt: 'Which colour comes closest to how you felt afterwards?',
      options: ['#f2c14e', '#7fb285', '#5b8fb9', '#9a86a4', '#6c6f73'],
      required: false,
      answered: 0.5,
    },
    {
      key: 'words',
      widget: 'text',
      prompt: 'What should we keep, or do differently?',
      options: [],
      required: false,
      answered: 0.4,
    },
  ],
  mentor: [
    { key: 'able', widget: 'star', prompt: 'How well could you help with what was asked?', options: [], required: true, answered: 1 },
    {
      key: 'again',
      widget: 'radio',
      prompt: 'Would another session be useful?',
      options: ['Yes, soon', 'Yes, in a while', 'No'],
      required: true,
      answered: 1,
    },
    {
      key: 'about',
      widget: 'select',
      prompt: 'What was it mostly about?',
      options: ['What they had asked', 'Something that lay behind it', 'Something else altogether'],
      required: false,
      answered: 0.8,
    },
    {
      key: 'weight',
      widget: 'colour',
      prompt: 'How heavy was it for you?',
      options: ['#7fb285', '#f2c14e', '#c8553d'],
      required: false,
      answered: 0.5,
    },
    { key: 'next', widget: 'text', prompt: 'What should the next mentor know?', options: [], required: false, answered: 0.35 },
  ],
}

/** Free-text answers, by author. */
export const feedbackWords: Record<'client' | 'mentor', readonly string[]> = {
  client: [
    'I left with three things to do and did two of them the same evening.',
    'No one looked at the clock. Thank you.',
    'The room was a bit cold.',
    'I expected to be told what to do and instead found out what I wanted.',
    'Very clear. I wish I had come a year ago.',
    'Could have been ten minutes longer.',
    'It helped that my questions had been read beforehand.',
    'The lift was out of order again.',
    'I was nervous and that was fine.',
    'Good, but I had hoped for more examples.',
    'She remembered what I said last time.',
    'Please keep the evening times, I could not come otherwise.',
    'The sound kept dropping for the first five minutes.',
    'Honest without being unkind.',
    'I passed!',
    'We did not get to my second question.',
    'First time I said it out loud.',
    'The directions to the garden gate could be clearer.',
    'Calm, practical, funny.',
    'I would book him again for anything.',
  ],
  mentor: [
    'Has an interview on the 4th; practise the opening answer again.',
    'Came with one question, left with another. Both worth an hour.',
    'Prefers to write things down first. Give time.',
    'We agreed on a plan of small steps; ask about the second one.',
    'Knows more than they think.',
    'Would do better in the morning, before the shift.',
    'Referred to the housing desk, with their agreement.',
    'Brought the form; section C is done.',
    'Let them begin.',
    'Nothing in particular. A good conversation.',
  ],
}

import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { AnswerText } from './answer-text.tsx'

test('says an answer in words', () => {
  expect(renderToStaticMarkup(<AnswerText widget="star" value="4" />)).toBe('4 stars')
  expect(renderToStaticMarkup(<AnswerText widget="colour" value="#7fb285" />)).toMatch(/>Green</)
  expect(renderToStaticMarkup(<AnswerText widget="text" value="Fine" />)).toBe('Fine')
})

import { expect, test } from 'vitest'
import { answersOf } from './answers.ts'

test('answers are in the order of their questions, without those of others', () => {
  const answers = { 'Since when?': ' Monday ', 'Who else?': 'Nobody' }
  expect(answersOf(['Who else?', 'Since when?', 'What for?'], answers)).toEqual(['Nobody', 'Monday', ''])
})

test('a question that is called like a property of every object has no answer yet', () => {
  expect(answersOf(['constructor', 'toString'], {})).toEqual(['', ''])
})

import { expect, it } from 'vitest'
import { watchedText } from './rule-words.ts'

const process = { key: 'a', name: 'Shop', pid: 7, problem: null }

it('says what a rule watches, and how many processes it does not', () => {
  expect(watchedText({ watched: [], unwatchedCount: 0 })).toBe('No matching process is running')
  expect(watchedText({ watched: [process], unwatchedCount: 0 })).toBe('Watching Shop, PID 7')
  expect(watchedText({ watched: [process, process], unwatchedCount: 3 })).toBe(
    'Watching 2 processes, 3 more not: at most 32 at once',
  )
})

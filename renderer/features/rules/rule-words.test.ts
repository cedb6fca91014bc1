import { expect, it } from 'vitest'
import { wordReason } from '../../../shared/words/reason-words.ts'
import { actionReason, watchedText } from './rule-words.ts'

const process = { key: 'a', name: 'Shop', pid: 7, problem: null, flightProblem: null }

it('says what a rule watches, and of how many processes', () => {
  expect(watchedText({ watched: [], unwatchedCount: 0, heldBy: null })).toBe('No matching process is running')
  expect(watchedText({ watched: [process], unwatchedCount: 0, heldBy: null })).toBe('Watching Shop, PID 7')
  expect(watchedText({ watched: [process, process], unwatchedCount: 3, heldBy: null })).toBe(
    'Watching 2 of 5 processes (at most 32 at once)',
  )
})

it('says how many of the watched processes have no flight recorder', () => {
  const without = { ...process, flightProblem: { kind: 'disk-low', folder: '/srv' } } as const
  expect(watchedText({ watched: [without], unwatchedCount: 0, heldBy: null })).toBe(
    'Watching Shop, PID 7 (without a flight recorder)',
  )
  expect(watchedText({ watched: [process, without], unwatchedCount: 0, heldBy: null })).toBe(
    'Watching 2 processes, 1 of them without a flight recorder',
  )
})

it('names the process of the instance that acts on a rule instead', () => {
  expect(watchedText({ watched: [], unwatchedCount: 0, heldBy: { pid: 4121 } })).toBe(
    'Armed in another instance of Pipescope (PID 4121), which acts on it',
  )
})

it('has words for known reasons only, whatever a reason is called', () => {
  expect([actionReason('io-ENOSPC'), actionReason('io-EIO')]).toEqual([
    'the disk is full',
    'the program or file couldn’t be used',
  ])
  for (const name of ['constructor', 'toString', 'valueOf']) {
    expect([actionReason(name), wordReason(name)]).toEqual([name, name])
    const odd = { ...process, problem: name }
    expect(watchedText({ watched: [odd], unwatchedCount: 0, heldBy: null })).toBe(`Watching Shop, PID 7 (${name})`)
  }
})

import { expect, it } from 'vitest'
import { ProblemList } from '../problems.ts'
import { SessionOutcomes, type SessionOutcomesOptions } from './session-outcomes.ts'

const nothing = (): void => undefined

function setUp() {
  const problems = new ProblemList(nothing)
  const document = { worker: { beginSession: nothing, endSession: nothing }, openGap: nothing, touch: nothing }
  const outcomes = new SessionOutcomes({
    document,
    problems,
    flow: { expect: nothing, rest: nothing, lost: nothing },
    startUp: { metersOpened: nothing },
    stopGate: { opened: nothing, ended: nothing },
    life: { exit: null, runtimeVersion: '6.0.0', exited: nothing },
    clientId: 'client',
    intervalMs: () => 1000,
    openRoleCount: () => 0,
    stopReason: () => 'stopped',
    isWanted: () => false,
    reopen: nothing,
    log: nothing,
    now: () => 0,
    sampleNow: () => 0,
  } as unknown as SessionOutcomesOptions)
  return { outcomes, kinds: () => problems.all.map(({ kind }) => kind), problems }
}

it('says that the connection is back although the runtime supports no meters', () => {
  const { outcomes, kinds } = setUp()
  outcomes.failed('meters', { kind: 'unsupported', feature: 'x', neededVersion: '8.0', actualVersion: '6.0.0' })
  outcomes.ended('counters', 1, 'connection-lost')
  expect(kinds()).toEqual(['meters-unsupported', 'connection-lost'])
  outcomes.opened('counters', 2)
  expect(kinds()).toEqual(['meters-unsupported'])
})

it('forgets what an instrument threw in the process before', () => {
  const { outcomes, kinds, problems } = setUp()
  problems.set({ kind: 'instrument-error', message: 'boom' })
  outcomes.opened('counters', 1)
  expect(kinds()).toEqual(['instrument-error'])
  outcomes.opened('meters', 2)
  expect(kinds()).toEqual([])
})

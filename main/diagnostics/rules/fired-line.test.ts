import { expect, test } from 'vitest'
import { err, ok } from '../../../shared/base/result.ts'
import type { Fired } from '../../../shared/model/rules.ts'
import { readyMade } from '../../../shared/rules/ready-made.ts'
import { testRow } from '../live/testing/fake-directory.ts'
import { doneAction, endedLine, firstReason, lineOf, occasionOf, skippedLine, withAction } from './fired-line.ts'

const row = testRow(7, { name: 'orders' })
const rule = {
  ...readyMade[0]!.rule,
  name: 'Thrown',
  conditions: [{ kind: 'exception', type: 'Shop.*', message: '', count: 1, withinMs: 10_000 } as const],
  actions: [{ kind: 'stacks' } as const, { kind: 'notify' } as const],
}
const armed = { id: 'r', rule }
const trigger = { conditionIndex: 0, timeMs: 5, value: 1, heldMs: 0, text: 'Shop.NoStock: $(reboot)' }
const line = lineOf(row, armed, trigger, { id: 'l', atMs: 0 })
const file = { path: '/srv/a.txt', fileId: null, sizeBytes: 1 }
const full = err({ kind: 'io', operation: 'write', path: '/srv', code: 'ENOSPC' } as const)

test('a line names what fired and waits for every action', () => {
  expect(line).toMatchObject({ ruleId: 'r', pid: 7, processName: 'orders', outcome: 'running', message: trigger.text })
  expect(line.actions.map(({ state }) => state)).toEqual(['waiting', 'waiting'])
})

test('skipped again for the same reason it is one line with a count, for another reason a second line', () => {
  const first = skippedLine(line, 'per-hour', undefined)
  const again = skippedLine({ ...line, id: 'm' }, 'per-hour', first)
  expect(again).toMatchObject({ id: 'l', outcome: 'skipped', skipped: 'per-hour', count: 2, actions: [] })
  expect(skippedLine({ ...line, id: 'm' }, 'per-day', again)).toMatchObject({ id: 'm', count: 1 })
  expect(skippedLine({ ...line, id: 'm' }, 'per-day', line)).toMatchObject({ id: 'm', count: 1 })
})

test.each([
  ['done', [ok([file]), ok([])]],
  ['partial', [full, ok([])]],
  ['failed', [full, err({ kind: 'cancelled' } as const)]],
] as const)('what has ended is %s', (outcome, results) => {
  const ended = results.reduce<Fired>((so, done, index) => withAction(so, index, doneAction(done, 1.4)), line)
  expect(endedLine(ended).outcome).toBe(outcome)
  expect(firstReason(ended)).toBe(outcome === 'done' ? '' : 'io-ENOSPC')
  expect(ended.actions[0]).toMatchObject({ durationMs: 1, files: results[0].ok ? [file] : [] })
})

test('an action gets what happened as a sentence, without the message, which is a value of its own', () => {
  const { sentence, values, files } = occasionOf(row, armed, line, [file])
  expect(sentence).toMatch(/^orders \(PID 7\): Shop\.\* is thrown/)
  expect(sentence).not.toContain('reboot')
  expect(values).toMatchObject({ '{message}': trigger.text, '{pid}': '7', '{rule}': 'Thrown' })
  expect([values['{time}'], files]).toEqual(['1970-01-01T00:00:00.000Z', [file]])
})

import { expect, test } from 'vitest'
import { printedName, shownName } from './event-names.ts'

const named = (provider: string, eventId: number, name: string, opcode = 0): string =>
  printedName({ provider, eventId, name, opcode })

test('events of the runtime get their names from the table, unknown ones their number', () => {
  const runtime = 'Microsoft-Windows-DotNETRuntime'
  expect([10, 143, 191, 9999].map((id) => named(runtime, id, ''))).toEqual([
    'GC/AllocationTick',
    'Method/LoadVerbose',
    'EventID(191)',
    'EventID(9999)',
  ])
  expect(shownName({ provider: runtime, eventId: 191, name: '', opcode: 0 })).toBe('MethodJitTailCallFailed')
  expect(named('Microsoft-Windows-DotNETRuntimeRundown', 144, '')).toBe('Method/DCStopVerbose')
})

test('an opcode follows the name, and the name does not repeat it', () => {
  expect(
    [
      ['Hello', 0],
      ['DoWorkStart', 0],
      ['doworkSTOP', 0],
      ['Req', 1],
      ['ReqStart', 1],
      ['ReqStop', 1],
      ['Sent', 9],
      ['Custom', 40],
      ['Odd', 2],
    ].map(([name, opcode]) => named('Acme', 1, name as string, opcode as number)),
  ).toEqual([
    'Hello',
    'DoWork/Start',
    'dowork/Stop',
    'Req/Start',
    'Req/Start',
    'ReqStop/Start',
    'Sent/Transfer',
    'Custom/40',
    'Odd/Stop',
  ])
})

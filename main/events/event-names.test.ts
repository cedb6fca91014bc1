import { expect, test } from 'vitest'
import { impliedOpcode, libraryEvent, nativeEvent, printedName, shownName } from './event-names.ts'

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

test('a list shows the name of the stream, then that of the table, then the number', () => {
  const runtime = 'Microsoft-Windows-DotNETRuntime'
  const shown = (eventId: number, name: string) => shownName({ provider: runtime, eventId, name, opcode: 0 })
  expect([shown(143, 'OwnStart'), shown(143, ''), shown(9999, '')]).toEqual([
    'Own/Start',
    'Method/LoadVerbose',
    'EventID(9999)',
  ])
})

test('only the end of a name implies an opcode, whatever its case', () => {
  expect(['RequestStart', 'requeststop', 'StartRequest', 'Stopped', 'Start', ''].map(impliedOpcode)).toEqual([
    1, 2, 0, 0, 1, 0,
  ])
})

test('an event of a library is known by its name, of the runtime by its number', () => {
  expect(nativeEvent('Microsoft-Windows-DotNETRuntime', 143)?.name).toBe('MethodLoadVerbose')
  expect(nativeEvent('Microsoft-Windows-DotNETRuntime', 9999)).toBeUndefined()
  expect(nativeEvent('Acme', 143)).toBeUndefined()
  expect(libraryEvent('Microsoft-Windows-DotNETRuntime', 'MethodLoadVerbose')?.id).toBe(143)
  expect(libraryEvent('Acme', 'MethodLoadVerbose')).toBeUndefined()
})

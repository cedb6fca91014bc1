import { expect, test } from 'vitest'
import { ByteCursor } from '../byte-cursor.ts'
import { clockBytes } from '../writer/trace-body.ts'
import { readV6Header } from './v6-header.ts'

test('a V6 header has as many attributes as it announces, whatever lies behind them', () => {
  const clock = { syncUnixMs: 0, syncTicks: 0n, ticksPerSecond: 1000 }
  const bytes = clockBytes(clock).i32(8).i32(1).text6('ProcessId').text6('42').text6('Other').text6('x').take()
  expect(readV6Header(new ByteCursor(bytes))).toMatchObject({ pid: 42, attributes: [['ProcessId', '42']] })
})

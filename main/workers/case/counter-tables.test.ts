import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { CounterStream, fileTime, testSyncUnixMs } from '../../events/testing/counter-stream.ts'
import { countersOf, metersOf } from './counter-tables.ts'

let folder: string
beforeAll(() => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'ps-counter-tables-'))
})
afterAll(() => fs.rmSync(folder, { recursive: true, force: true }))

/** Two seconds of a counter. */
function counters(): string {
  const stream = new CounterStream()
  for (const second of [1, 2])
    stream.mean('System.Runtime', second * 1000, 1000, 1, { name: 'cpu-usage', mean: 12 * second })
  return written('counters.raw', stream)
}

/** Two seconds of a gauge, and whatever the provider says of itself besides. */
function meters(say: (stream: CounterStream) => void = () => undefined): string {
  const stream = new CounterStream(1n)
  stream.metric(11, 5, ['SHARED', 'Shop.Orders', '1', 'open', 'ObservableGauge`1', '', 'Open orders', '', '', '', 1])
  say(stream)
  for (const second of [1, 2]) {
    const at = second * 1000
    const times = ['SHARED', fileTime(testSyncUnixMs + at - 1000), fileTime(testSyncUnixMs + at)]
    stream.metric(2, at + 300, times)
    stream.metric(5, at + 301, ['SHARED', 'Shop.Orders', '1', 'open', '', 'shop=north', String(40 + second), 1])
    stream.metric(3, at + 302, times)
  }
  return written('meters.raw', stream)
}

function written(name: string, stream: CounterStream): string {
  const file = path.join(folder, name)
  fs.writeFileSync(file, stream.take())
  return file
}

const tablesOf = async (paths: readonly string[]) => countersOf({ paths, folder, targetName: 'Shop', pid: 42 })
const settings = (refreshSec: string) => ['other', '10', '10', '1000', '1000', refreshSec, '5']

describe('counters and meters of a case', () => {
  it('are rows of one table', async () => {
    const made = await tablesOf([meters(), counters()])
    expect(made).toMatchObject({ ok: true, value: { sampleCount: 4, meterFaults: [] } })
    const csv = fs.readFileSync(path.join(folder, 'counters.csv'), 'utf8')
    expect(csv).toContain('event-counter,System.Runtime,cpu-usage')
    expect(csv).toMatch(/meter,Shop\.Orders,open,.*shop=north.*,42/)
    expect(fs.readFileSync(path.join(folder, 'counters.json'), 'utf8')).toContain('Shop.Orders')
  })

  it('of which one can’t be read are the others', async () => {
    const made = await tablesOf([path.join(folder, 'missing.raw'), counters()])
    expect(made).toMatchObject({ ok: true, value: { sampleCount: 2 } })
    expect(await tablesOf([path.join(folder, 'missing.raw')])).toMatchObject({ ok: false })
  })

  it('name what another tool’s session and the limits of the process leave out', async () => {
    const file = meters((stream) => {
      stream.metric(15, 10, ['another-tool'])
      stream.metric(13, 20, ['SHARED'])
      stream.metric(17, 30, settings('5'))
    })
    const made = await tablesOf([file])
    expect(made).toMatchObject({
      ok: true,
      value: { meterFaults: ['other-session', 'histogram-limit', 'other-settings'] },
    })
  })

  it('are not at fault for a tool that joins later with other settings', async () => {
    const file = meters((stream) => {
      stream.metric(15, 10, ['SHARED'])
      stream.metric(17, 30, settings('1'))
    })
    expect(await tablesOf([file])).toMatchObject({ ok: true, value: { meterFaults: [] } })
  })

  it('are listed by the names of their meters', async () => {
    expect(await metersOf({ path: meters() })).toEqual({ ok: true, value: ['Shop.Orders'] })
  })
})

import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { err, ok } from '../../../shared/base/result.ts'
import { asLiveId } from '../../../shared/model/ids.ts'
import { exportCompared } from './merged-export.ts'

let folder: string

beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'merged-export-'))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

const targets = [
  { liveId: asLiveId('a'), name: 'orders 1', seriesIndexes: [0, 1] },
  { liveId: asLiveId('b'), name: '=orders, 2', seriesIndexes: [0] },
]

async function merge(format: 'csv-long' | 'csv-wide' | 'json', texts: Readonly<Record<string, string>>) {
  const file = path.join(folder, `out.${format}`)
  const merged = await exportCompared({ format, fromMs: 0, toMs: 9, targets }, file, async (request, part) => {
    const text = texts[request.liveId] ?? ''
    await writeFile(part, text)
    return ok({ path: part, sizeBytes: text.length, rowCount: text.split('\n').length - 2 })
  })
  return { merged, text: merged.ok ? await readFile(file, 'utf8') : '' }
}

describe('an export of compared processes', () => {
  it('has a target column in the long table, in time order', async () => {
    const { merged, text } = await merge('csv-long', {
      a: 'timestamp,unix_ms,name,value\r\nT1,1,x,10\r\nT3,3,"x\r\ny",30\r\n',
      b: 'timestamp,unix_ms,name,value\r\nT2,2,x,20\r\n',
    })
    expect(merged.ok && merged.value.rowCount).toBe(3)
    expect(text).toBe(
      'target,timestamp,unix_ms,name,value\r\n' +
        'orders 1,T1,1,x,10\r\n' +
        `"'=orders, 2",T2,2,x,20\r\n` +
        'orders 1,T3,3,"x\ny",30\r\n',
    )
  })

  it('names the target in each column of the wide table and leaves the others empty', async () => {
    const { text } = await merge('csv-wide', {
      a: 'timestamp,unix_ms,"cpu, user",heap\r\nT1,1,10,\r\nT3,3,30,31\r\n',
      b: 'timestamp,unix_ms,heap\r\nT2,2,20\r\n',
    })
    expect(text).toBe(
      `timestamp,unix_ms,"orders 1: cpu, user",orders 1: heap,"'=orders, 2: heap"\r\n` +
        'T1,1,10,,\r\n' +
        'T2,2,,,20\r\n' +
        'T3,3,30,31,\r\n',
    )
  })

  it('is a list of complete documents as JSON', async () => {
    const { text } = await merge('json', { a: '{"TargetProcess":"orders"}\n', b: '{"TargetProcess":"other"}\n' })
    expect(JSON.parse(text)).toEqual({ targets: [{ TargetProcess: 'orders' }, { TargetProcess: 'other' }] })
  })

  it('leaves nothing behind when one of them cannot be written', async () => {
    const failed = await exportCompared(
      { format: 'csv-long', fromMs: 0, toMs: 9, targets },
      path.join(folder, 'out.csv'),
      async (_request, part) => {
        await writeFile(part, 'half')
        return err({ kind: 'cancelled' })
      },
    )
    expect(failed).toEqual(err({ kind: 'cancelled' }))
    expect(await readdir(folder)).toEqual([])
  })
})

import { describe, expect, it } from 'vitest'
import { parseProcessTable, startTimeMsOf } from './process-table.ts'
import { tableOf } from './testing/table-of.ts'

const address = 0x7ffe_0000_1000n
const process = { pid: 812, parentPid: 4, created: 134_400_982_528_305_930n, name: 'größe.exe' }

describe('the table of processes of Windows', () => {
  it('is read entry by entry, each with the name behind its threads', () => {
    const bytes = tableOf(address, [
      { pid: 4, name: 'System', threadCount: 180 },
      { ...process, user: 700_000n, kernel: 200_000n, threadCount: 6, workingSetBytes: 5_000_000_000 },
    ])
    const table = parseProcessTable(bytes, address)
    expect([...table.keys()]).toEqual([4, 812])
    expect(table.get(812)).toEqual({
      ...process,
      cpu: 900_000n,
      threadCount: 6,
      workingSetBytes: 5_000_000_000,
    })
  })

  it('gives times that begin in 1601 as those that begin in 1970', () => {
    expect(startTimeMsOf(116_444_736_000_000_000n)).toBe(0)
    expect(new Date(startTimeMsOf(134_400_982_528_305_930n)).getUTCFullYear()).toBe(2026)
  })

  it('ends where it was cut off, and takes no name from outside of it', () => {
    const bytes = tableOf(address, [process, { ...process, pid: 900 }])
    expect([...parseProcessTable(bytes.subarray(0, bytes.length / 2 + 20), address).keys()]).toEqual([812])
    expect(parseProcessTable(bytes, 0n).get(812)?.name).toBe('')
    expect(parseProcessTable(Buffer.alloc(0), address).size).toBe(0)
  })
})

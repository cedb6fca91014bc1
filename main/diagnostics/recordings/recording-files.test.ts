import os from 'node:os'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { cleanName, diskRoom, fileNameFrom, leastFreeBytes } from './recording-files.ts'

const parts = { process: 'My App/é', pid: 42, preset: 'time', timeMs: new Date(2026, 2, 18, 9, 5, 7).getTime() }

describe('the name of a recording', () => {
  it('is made of the parts of its template', () => {
    expect(fileNameFrom('{process}_{date}_{time}', parts)).toBe('My-App-é_20260318_090507.nettrace')
    expect(fileNameFrom('{preset}-{pid}.nettrace', parts)).toBe('time-42.nettrace')
    expect(fileNameFrom('{pid}{constructor}', parts)).toBe('42-constructor.nettrace')
    expect(fileNameFrom('{unknown}', parts)).toBe('unknown.nettrace')
    expect(fileNameFrom('roll', { ...parts, number: 3 })).toBe('roll_003.nettrace')
  })

  it('never leaves its folder', () => {
    expect(fileNameFrom('../../etc/{process}', { ...parts, process: '..' })).toBe('etc.nettrace')
    expect(cleanName('...')).toBe('recording')
    expect(cleanName('a'.repeat(500))).toBe('a'.repeat(180))
  })

  it('leaves room in the bytes of a file name, whatever its letters', () => {
    expect(cleanName('注'.repeat(500))).toBe('注'.repeat(60))
    // Of 4 bytes each, behind one: the last one that fits is whole.
    expect(cleanName(`a${'𠀀'.repeat(100)}`)).toBe(`a${'𠀀'.repeat(44)}`)
  })
})

describe('room on the disk', () => {
  it('is that of the nearest folder that exists', async () => {
    const room = await diskRoom(path.join(os.tmpdir(), 'not', 'there', 'yet'))
    expect(room?.totalBytes).toBeGreaterThan(0)
  })

  it('is kept to 2 GiB, of small disks to a twentieth', () => {
    expect(leastFreeBytes(1024 ** 4)).toBe(2 * 1024 ** 3)
    expect(leastFreeBytes(8 * 1024 ** 2)).toBeCloseTo(0.4 * 1024 ** 2)
  })
})

import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { ok } from '../../../shared/base/result.ts'
import { elfCore } from './testing/elf-core.ts'
import { readDumpFacts, readDumpFactsBy } from './verify-dump.ts'

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'dump-facts-'))
afterAll(() => fs.rmSync(folder, { recursive: true, force: true }))

async function facts(bytes: Buffer) {
  const file = path.join(folder, 'd')
  fs.writeFileSync(file, bytes)
  const read = await readDumpFacts(file)
  return read.ok ? read.value : read.error
}

function minidump(memory: number): Buffer {
  const bytes = Buffer.alloc(32 + 12 + 32 + memory)
  bytes.write('MDMP', 'latin1')
  bytes.writeUInt32LE(1, 8)
  bytes.writeUInt32LE(32, 12)
  bytes.writeUInt32LE(9, 32)
  bytes.writeUInt32LE(32, 36)
  bytes.writeUInt32LE(44, 40)
  bytes.writeBigUInt64LE(1n, 44)
  bytes.writeBigUInt64LE(76n, 52)
  bytes.writeBigUInt64LE(BigInt(memory), 68)
  return bytes
}

function machoCore(memory: number): Buffer {
  const bytes = Buffer.alloc(32 + 72 + memory)
  bytes.writeUInt32LE(0xfeedfacf, 0)
  bytes.writeUInt32LE(4, 12)
  bytes.writeUInt32LE(1, 16)
  bytes.writeUInt32LE(72, 20)
  bytes.writeUInt32LE(0x19, 32)
  bytes.writeUInt32LE(72, 36)
  bytes.writeBigUInt64LE(104n, 32 + 40)
  bytes.writeBigUInt64LE(BigInt(memory), 32 + 48)
  return bytes
}

describe('the file of a dump', () => {
  it.each([
    ['elf-core', elfCore(5000)],
    ['minidump', minidump(5000)],
    ['macho-core', machoCore(5000)],
  ])('is a complete %s when everything its tables name is inside', async (format, bytes) => {
    expect(await facts(bytes)).toEqual({
      format,
      sizeBytes: bytes.length,
      expectedBytes: bytes.length,
      isComplete: true,
    })
    const cut = await facts(bytes.subarray(0, bytes.length - 1))
    expect(cut).toMatchObject({ format, expectedBytes: bytes.length, isComplete: false })
  })

  it('cut inside its own tables is incomplete with an unknown end', async () => {
    expect(await facts(elfCore(10).subarray(0, 80))).toMatchObject({
      format: 'elf-core',
      expectedBytes: null,
      isComplete: false,
    })
    expect(await facts(minidump(10).subarray(0, 40))).toMatchObject({ format: 'minidump', isComplete: false })
  })

  it('that is something else is not a dump: an empty file, a text, a program', async () => {
    for (const bytes of [Buffer.alloc(0), Buffer.from('hello'), elfCore(10, 3)])
      expect(await facts(bytes)).toMatchObject({ format: 'unknown', isComplete: false })
  })

  it('with more than 65,534 segments has its count in the section header', async () => {
    const bytes = elfCore(5000)
    bytes.writeUInt16LE(0xffff, 56)
    bytes.writeBigUInt64LE(0x800n, 40)
    bytes.writeUInt32LE(1, 0x800 + 44)
    expect(await facts(bytes)).toMatchObject({ format: 'elf-core', isComplete: true })
  })

  it('of any bytes never takes more memory than a table may have, and never throws', async () => {
    const bytes = elfCore(100)
    bytes.writeUInt16LE(0xfffe, 56)
    bytes.writeUInt16LE(0xffff, 54)
    expect(await facts(bytes)).toMatchObject({ expectedBytes: null, isComplete: false })
  })

  it('is incomplete where the entries of its table are shorter than what they say', async () => {
    for (const entryBytes of [0, 8, 39]) {
      const bytes = elfCore(100)
      bytes.writeUInt16LE(entryBytes, 54)
      expect(await facts(bytes)).toMatchObject({ format: 'elf-core', expectedBytes: null, isComplete: false })
    }
  })

  it('is incomplete where a table begins beyond the end of every file', async () => {
    const bytes = elfCore(100)
    bytes.writeUInt16LE(0xffff, 56)
    bytes.writeBigUInt64LE(0xffff_ffff_ffff_ffffn, 40)
    expect(await facts(bytes)).toMatchObject({ format: 'elf-core', expectedBytes: null, isComplete: false })
  })

  it('has each list of memory read once, however often its directory names it', async () => {
    const streams = 1000
    const bytes = Buffer.alloc(32 + streams * 12 + 16)
    bytes.write('MDMP', 'latin1')
    bytes.writeUInt32LE(streams, 8)
    bytes.writeUInt32LE(32, 12)
    for (let at = 0; at < streams; at++) bytes.set([9, 0, 0, 0, 16], 32 + at * 12)
    for (let at = 0; at < streams; at++) bytes.writeUInt32LE(32 + streams * 12, 32 + at * 12 + 8)
    let readCount = 0
    const read = await readDumpFactsBy<never>((offset, most) => {
      readCount++
      return Promise.resolve(ok({ bytes: bytes.subarray(offset, offset + most), sizeBytes: bytes.length }))
    })
    expect(read).toMatchObject({ ok: true, value: { format: 'minidump', isComplete: false } })
    expect(readCount).toBeLessThan(5)
  })
})

import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { readAll, type ReadResult } from '../../nettrace/testing/read-all.ts'
import { assembleFile } from '../watch/assemble-file.ts'
import { KeptSource, readPieces, stretchesOf } from './kept-pieces.ts'
import { RingFiles } from './ring-files.ts'
import { bytesPerPiece, pieceWriter, secondsPerPiece } from './testing/piece-writer.ts'
import type { WriteSync } from './trace-target.ts'

let folder: string
let nowMs: number
beforeEach(() => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'ps-test-'))
  nowMs = 0
})
afterEach(() => fs.rmSync(folder, { recursive: true, force: true }))

const kept = (): string => path.join(folder, 'kept')
function writeAll(ring: RingFiles, bytes: Uint8Array): void {
  // Cut anywhere, as it comes from a socket.
  for (let at = 0; at < bytes.length; at += 1000) {
    const chunk = bytes.subarray(at, at + 1000)
    for (let done = 0; done < chunk.length;) done += ring.write(chunk, done)
  }
}

function ringOf(lastMs: number, maxBytes = 2 ** 30, writeSync?: WriteSync): RingFiles {
  const ring = new RingFiles(kept(), { lastMs, maxBytes }, () => nowMs, writeSync)
  ring.open()
  return ring
}

function fill(ring: RingFiles, pieceCount: number, pieces = pieceWriter()): void {
  for (let piece = 0; piece < pieceCount; piece++) {
    writeAll(ring, pieces.next())
    nowMs += secondsPerPiece * 1000
  }
}

async function saved(ring: RingFiles, order: { untilMs: number; lastMs: number }): Promise<ReadResult> {
  const to = path.join(folder, 'saved.nettrace')
  const streams = [{ keeps: 'range', pieces: ring.pieces() } as const]
  const made = await assembleFile({ to, streams, ...order }, new AbortController().signal, () => undefined)
  if (!made.ok) throw new Error(JSON.stringify(made.error))
  const read = readAll([new Uint8Array(fs.readFileSync(to))])
  expect(read.damage).toEqual([])
  expect([read.isComplete, read.lostEventCount]).toEqual([true, 0])
  return read
}

test('events older than the window are removed, and their definitions kept', async () => {
  const ring = ringOf(25_000)
  fill(ring, 6)
  const names = fs.readdirSync(kept()).filter((name) => /^\d/.test(name))
  expect(names.length).toBe(4)
  expect(ring.hasDropped).toBe(true)
  expect(fs.statSync(kept()).mode & 0o777).toBe(0o700)
  // Every type is there, also of removed pieces; events of the last 25 s are those of pieces 3 to 5.
  const { types, events } = await saved(ring, { untilMs: 60_000, lastMs: 25_000 })
  expect(types.map(({ eventId }) => eventId).filter((id) => id >= 100)).toEqual([100, 101, 102, 103, 104, 105])
  expect(events.map(({ timestamp }) => timestamp)).toEqual([35_000, 45_000, 55_000])
  ring.close()
})

test('a bound in bytes removes pieces that are young enough', () => {
  const ring = ringOf(3_600_000, 3 * bytesPerPiece)
  fill(ring, 6)
  expect(ring.byteCount).toBeLessThanOrEqual(3 * bytesPerPiece)
  expect(ring.heldMs).toBe(30_000)
  ring.close()
})

test('held pieces stay until released', () => {
  const ring = ringOf(1000)
  const pieces = pieceWriter()
  fill(ring, 2, pieces)
  const held = ring.hold().filter(({ offset }) => offset > 1000)
  fill(ring, 3, pieces)
  expect(held.filter(({ file }) => !fs.existsSync(file))).toEqual([])
  ring.release()
  fill(ring, 3, pieces)
  expect(held.filter(({ file }) => fs.existsSync(file))).toEqual([])
  ring.close()
})

test('a killed recorder leaves pieces that are recovered up to the last byte', () => {
  const ring = ringOf(25_000)
  fill(ring, 6)
  expect(readPieces(kept())).toEqual(ring.pieces())
  const last = ring.pieces().at(-1)!
  fs.appendFileSync(path.join(kept(), 'definitions.part'), new Uint8Array(7))
  fs.truncateSync(last.file, last.byteCount - 3)
  const found = readPieces(kept())
  expect(found.length).toBe(ring.pieces().length)
  expect(found.at(-1)!.byteCount).toBe(last.byteCount - 3)
  ring.close()
})

test('kept bytes are read at their original offsets, and never across a gap', () => {
  const ring = ringOf(25_000)
  fill(ring, 6)
  const pieces = ring.pieces()
  const source = new KeptSource(pieces)
  const stretches = stretchesOf(pieces)
  expect(stretches.length).toBeGreaterThan(2)
  for (const { from, to } of stretches) expect(source.read(from, to - from).length).toBe(to - from)
  const [first, second] = stretches
  expect(source.read(first!.to - 4, 100 + second!.from - first!.to).length).toBe(4)
  source.dispose()
  ring.close()
})

test('a full disk is reported with the system’s error, and earlier data stays', async () => {
  let room = 250_000
  const ring = ringOf(60_000, 2 ** 30, (fd, bytes, from, count) => {
    const fits = Math.min(room, count)
    if (fits === 0) throw Object.assign(new Error('full'), { code: 'ENOSPC' })
    room -= fits
    return fs.writeSync(fd, bytes, from, fits)
  })
  expect(() => fill(ring, 6)).toThrow('full')
  expect((await saved(ring, { untilMs: 60_000, lastMs: 60_000 })).events).toHaveLength(3)
  ring.close()
})

test('existing files are not touched', () => {
  fs.writeFileSync(kept(), 'mine')
  expect(() => ringOf(1000)).toThrow('EEXIST')
  expect(fs.readFileSync(kept(), 'utf8')).toBe('mine')
})

import { promisify } from 'node:util'
import { inflateRaw } from 'node:zlib'
import { err, ok, type Result } from '../../shared/base/result.ts'
import { readForeignRange } from './foreign-files.ts'
import type { ForeignFailure } from './foreign-question.ts'
import { NotAnAssembly, PeHeaders } from './pe-headers.ts'

/*
 * A portable PDB in its module: data directory 6 -> debug directory -> entry of type 17 -> 'MPDB' · length when unpacked · deflated bytes.
 */

const debugDirectory = 6
const entryBytes = 28
const mostEntries = 32
const embeddedType = 17
/** The headers of any module fit; section tables are behind them. */
const headBytes = 64 * 1024
const headOfPdbBytes = 8

const inflate = promisify(inflateRaw)

/** Null: there is none in it. Reads what it needs of the file, not all of it. Errors as in `pe-headers.ts`. */
export async function readEmbeddedPdb(
  modulePath: string,
  mostBytes: number,
): Promise<Result<Buffer | null, ForeignFailure>> {
  const head = await readForeignRange(modulePath, 0, headBytes)
  if (!head.ok) return head
  const headers = new PeHeaders(asBuffer(head.value.bytes))
  const { address, sizeBytes } = headers.directory(debugDirectory)
  if (address === 0) return ok(null)
  const wanted = Math.min(sizeBytes, mostEntries * entryBytes)
  const listed = await readForeignRange(modulePath, headers.offsetOf(address), wanted)
  if (!listed.ok) return listed
  const entries = asBuffer(listed.value.bytes)
  for (let at = 0; at + entryBytes <= entries.length; at += entryBytes) {
    if (entries.readUInt32LE(at + 12) !== embeddedType) continue
    const length = entries.readUInt32LE(at + 16)
    if (length > mostBytes) return err({ kind: 'too-large', limit: mostBytes })
    // oxlint-disable-next-line no-await-in-loop -- there is one
    const packed = await readForeignRange(modulePath, entries.readUInt32LE(at + 24), length)
    return packed.ok ? ok(await unpacked(asBuffer(packed.value.bytes), mostBytes)) : packed
  }
  return ok(null)
}

async function unpacked(bytes: Buffer, mostBytes: number): Promise<Buffer> {
  if (bytes.toString('latin1', 0, 4) !== 'MPDB') throw new NotAnAssembly()
  const length = bytes.readUInt32LE(4)
  if (length > mostBytes) throw new NotAnAssembly()
  try {
    return await inflate(bytes.subarray(headOfPdbBytes), { maxOutputLength: Math.max(1, length) })
  } catch {
    // Damaged, or longer than it says: no other error comes from there.
    throw new NotAnAssembly()
  }
}

function asBuffer(bytes: Uint8Array<ArrayBuffer>): Buffer {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
}

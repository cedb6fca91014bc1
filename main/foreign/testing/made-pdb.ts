import { deflateRawSync } from 'node:zlib'

/* Bytes of portable PDBs and of modules that hold one, put together by hand from the specification. */

export interface MadeMethod {
  /** Row of its document; 0: the blob names it. */
  readonly document: number
  /** Blob of its sequence points; empty: it has none. */
  readonly points: readonly number[]
}

export interface MadePdb {
  /** 16 bytes as hex digits. */
  readonly id: string
  /** Paths; parts are split at `/`. */
  readonly documents: readonly string[]
  readonly methods: readonly MadeMethod[]
}

const u16 = (value: number): readonly number[] => [value & 255, value >>> 8]
const u32 = (value: number): readonly number[] => [...u16(value & 0xffff), ...u16(value >>> 16)]

class Blobs {
  readonly bytes: number[] = [0]

  /** All of less than 128 bytes. */
  add(content: readonly number[]): number {
    if (content.length === 0) return 0
    const at = this.bytes.length
    this.bytes.push(content.length, ...content)
    return at
  }
}

/** A compressed number below 2^14. */
export const packed = (value: number): readonly number[] =>
  value < 128 ? [value] : [0x80 | (value >>> 8), value & 255]

const padded = (name: string): readonly number[] => [
  ...Buffer.from(name.padEnd(Math.ceil((name.length + 1) / 4) * 4, '\0')),
]

export function madePdb({ id, documents, methods }: MadePdb): Buffer {
  const blobs = new Blobs()
  const documentRows = documents.flatMap((path) => {
    const parts = path.split('/').flatMap((part) => packed(blobs.add([...Buffer.from(part)])))
    return [...u16(blobs.add([0x2f, ...parts])), ...u16(0), ...u16(0), ...u16(0)]
  })
  const methodRows = methods.flatMap(({ document, points }) => [...u16(document), ...u16(blobs.add(points))])
  const pdb = [...Buffer.from(id, 'hex'), ...u32(7), ...u32(0), ...u32(0), ...u32(0)]
  const valid = [0, 0, 0, 0, 0, 0, 3, 0]
  const counts = [...u32(documents.length), ...u32(methods.length)]
  const tables = [...u32(0), 2, 0, 0, 1, ...valid, ...u32(0), ...u32(0), ...counts, ...documentRows, ...methodRows]
  const streams: readonly (readonly [string, readonly number[]])[] = [
    ['#Pdb', pdb],
    ['#~', tables],
    ['#Blob', blobs.bytes],
  ]
  const version = 'PDB v1.0\0\0\0\0'
  const headBytes = 20 + version.length + streams.reduce((sum, [name]) => sum + 8 + padded(name).length, 0)
  const heads: number[] = []
  const bodies: number[] = []
  for (const [name, content] of streams) {
    heads.push(...u32(headBytes + bodies.length), ...u32(content.length), ...padded(name))
    bodies.push(...content)
  }
  const root = [...Buffer.from('BSJB'), ...u16(1), ...u16(1), ...u32(0), ...u32(version.length)]
  return Buffer.from([...root, ...Buffer.from(version), 0, 0, ...u16(streams.length), ...heads, ...bodies])
}

/** A module with one section and a debug directory; `pdb` is embedded in it, null: it has a debug directory without one. */
export function madeModule(pdb: Buffer | null, claimedBytes = pdb?.length ?? 0): Buffer {
  const sectionAt = 0x200
  const address = 0x2000
  const bytes = Buffer.alloc(sectionAt + 64)
  bytes.write('MZ', 0, 'latin1')
  bytes.writeUInt32LE(0x80, 0x3c)
  bytes.write('PE\0\0', 0x80, 'latin1')
  bytes.writeUInt16LE(1, 0x86)
  bytes.writeUInt16LE(0xf0, 0x94)
  bytes.writeUInt16LE(0x20b, 0x98)
  const directory = 0x98 + 112 + 6 * 8
  bytes.writeUInt32LE(address, directory)
  bytes.writeUInt32LE(56, directory + 4)
  const section = 0x98 + 0xf0
  bytes.writeUInt32LE(0x1000, section + 8)
  bytes.writeUInt32LE(address, section + 12)
  bytes.writeUInt32LE(0x1000, section + 16)
  bytes.writeUInt32LE(sectionAt, section + 20)
  bytes.writeUInt32LE(2, sectionAt + 12)
  if (pdb === null) return bytes
  const content = Buffer.concat([Buffer.from('MPDB'), Buffer.from(u32(claimedBytes)), deflateRawSync(pdb)])
  bytes.writeUInt32LE(17, sectionAt + 28 + 12)
  bytes.writeUInt32LE(content.length, sectionAt + 28 + 16)
  bytes.writeUInt32LE(bytes.length, sectionAt + 28 + 24)
  return Buffer.concat([bytes, content])
}

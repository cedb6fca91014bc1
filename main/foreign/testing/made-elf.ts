export interface MadeElf {
  /** Left out: they were moved to another file. */
  readonly symbols?: readonly { readonly name: string; readonly address: number }[]
  readonly sections?: readonly { readonly name: string; readonly address: number; readonly bytes: Buffer }[]
  readonly buildId?: string
  readonly symbolFileName?: string
  readonly imageBase?: number
}

interface Part {
  readonly name: string
  readonly kind: number
  readonly address: number
  readonly bytes: Buffer
  readonly link?: number
}

/** For tests: a program of Linux with what is asked for, and nothing that could run. */
export function madeElf({ symbols, sections = [], buildId, symbolFileName, imageBase = 0 }: MadeElf): Buffer {
  const parts: Part[] = [{ name: '', kind: 0, address: 0, bytes: Buffer.alloc(0) }]
  for (const section of sections) parts.push({ ...section, kind: 1 })
  if (buildId !== undefined) {
    const id = Buffer.from(buildId, 'hex')
    const head = Buffer.alloc(16)
    head.writeUInt32LE(4, 0)
    head.writeUInt32LE(id.length, 4)
    head.writeUInt32LE(3, 8)
    head.write('GNU', 12)
    parts.push({ name: '.note.gnu.build-id', kind: 7, address: 0, bytes: Buffer.concat([head, id]) })
  }
  if (symbolFileName !== undefined)
    parts.push({ name: '.gnu_debuglink', kind: 1, address: 0, bytes: Buffer.from(`${symbolFileName}\0\0\0\0\0`) })
  if (symbols !== undefined) {
    const rows = Buffer.alloc(24 * (symbols.length + 1))
    let names = '\0'
    for (const [at, { name, address }] of symbols.entries()) {
      rows.writeUInt32LE(names.length, 24 * (at + 1))
      rows.writeBigUInt64LE(BigInt(address), 24 * (at + 1) + 8)
      names += `${name}\0`
    }
    parts.push({ name: '.symtab', kind: 2, address: 0, bytes: rows, link: parts.length + 1 })
    parts.push({ name: '.strtab', kind: 3, address: 0, bytes: Buffer.from(names) })
  }
  const names = `${parts.map(({ name }) => name).join('\0')}\0.shstrtab\0`
  parts.push({ name: '.shstrtab', kind: 3, address: 0, bytes: Buffer.from(names) })
  return written(parts, names, imageBase)
}

function written(parts: readonly Part[], names: string, imageBase: number): Buffer {
  const header = Buffer.alloc(64 + 56)
  header.write('\x7fELF\x02\x01\x01', 'latin1')
  header.writeBigUInt64LE(64n, 32)
  header.writeUInt16LE(56, 54)
  header.writeUInt16LE(1, 56)
  header.writeUInt16LE(64, 58)
  header.writeUInt16LE(parts.length, 60)
  header.writeUInt16LE(parts.length - 1, 62)
  header.writeUInt32LE(1, 64)
  header.writeBigUInt64LE(BigInt(imageBase), 64 + 16)
  let at = header.length
  const rows = parts.map(({ name, kind, address, bytes, link = 0 }) => {
    const row = Buffer.alloc(64)
    row.writeUInt32LE(name === '' ? 0 : Math.max(0, names.indexOf(name)), 0)
    row.writeUInt32LE(kind, 4)
    row.writeBigUInt64LE(BigInt(address), 16)
    row.writeBigUInt64LE(BigInt(at), 24)
    row.writeBigUInt64LE(BigInt(bytes.length), 32)
    row.writeUInt32LE(link, 40)
    at += bytes.length
    return row
  })
  header.writeBigUInt64LE(BigInt(at), 40)
  return Buffer.concat([header, ...parts.map(({ bytes }) => bytes), ...rows])
}

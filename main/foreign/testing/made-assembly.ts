/* Bytes of an assembly, put together by hand from ECMA-335: its types and methods, and nothing else. */

export interface MadeType {
  /** Offsets in the heap of strings. */
  readonly name: number
  readonly namespace: number
  /** Row of its first method. */
  readonly methods: number
}

export interface MadeAssembly {
  readonly strings: Buffer
  readonly types: readonly MadeType[]
  readonly methods: readonly { readonly flags: number; readonly name: number }[]
  readonly sectionCount?: number
}

const u16 = (value: number): readonly number[] => [value & 255, value >>> 8]
const u32 = (value: number): readonly number[] => [...u16(value & 0xffff), ...u16(value >>> 16)]

/** At most 65,535 of each, and strings below 64 KiB: all indexes have two bytes. */
export function madeAssembly({ strings, types, methods, sectionCount = 1 }: MadeAssembly): Buffer {
  const valid = [0b100_0100, 0, 0, 0, 0, 0, 0, 0]
  const tables = Buffer.from([
    ...u32(0),
    2,
    0,
    0,
    1,
    ...valid,
    ...u32(0),
    ...u32(0),
    ...u32(types.length),
    ...u32(methods.length),
    ...types.flatMap((type) => [
      ...u32(0),
      ...u16(type.name),
      ...u16(type.namespace),
      0,
      0,
      1,
      0,
      ...u16(type.methods),
    ]),
    ...methods.flatMap(({ flags, name }) => [...u32(0), ...u16(0), ...u16(flags), ...u16(name), 0, 0, 1, 0]),
  ])
  const heads = 20 + 4 + 12 + 20
  const metadata = Buffer.concat([
    Buffer.from('BSJB'),
    Buffer.from([...u16(1), ...u16(1), ...u32(0), ...u32(4), 0, 0, 0, 0, ...u16(0), ...u16(2)]),
    Buffer.from([...u32(heads), ...u32(tables.length)]),
    Buffer.from('#~\0\0'),
    Buffer.from([...u32(heads + tables.length), ...u32(strings.length)]),
    Buffer.from('#Strings\0\0\0\0'),
    tables,
    strings,
  ])
  const address = 0x2000
  const cliBytes = 16
  const sectionsAt = 0x98 + 0xf0
  const contentAt = sectionsAt + sectionCount * 40
  const headers = Buffer.alloc(contentAt)
  headers.write('MZ', 0, 'latin1')
  headers.writeUInt32LE(0x80, 0x3c)
  headers.write('PE\0\0', 0x80, 'latin1')
  headers.writeUInt16LE(sectionCount, 0x86)
  headers.writeUInt16LE(0xf0, 0x94)
  headers.writeUInt16LE(0x20b, 0x98)
  headers.writeUInt32LE(address, 0x98 + 112 + 14 * 8)
  const section = sectionsAt + (sectionCount - 1) * 40
  headers.writeUInt32LE(cliBytes + metadata.length, section + 8)
  headers.writeUInt32LE(address, section + 12)
  headers.writeUInt32LE(contentAt, section + 20)
  const cli = Buffer.alloc(cliBytes)
  cli.writeUInt32LE(address + cliBytes, 8)
  return Buffer.concat([headers, cli, metadata])
}

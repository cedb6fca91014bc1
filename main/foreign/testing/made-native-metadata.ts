export interface MadeType {
  readonly name: string
  readonly nested?: readonly MadeType[]
}

export interface MadeAssembly {
  readonly name: string
  /** By namespace; `''`: in none. Dots are not read: `A.B` is a namespace of that name. */
  readonly types: Readonly<Record<string, readonly MadeType[]>>
}

/** For tests: the metadata of a NativeAOT program as its compiler writes it, with what names its types. */
export function madeNativeMetadata(assemblies: readonly MadeAssembly[]): Buffer {
  const blocks: Buffer[] = []
  // Records are written from the innermost on, behind room for the scopes.
  const room = 4 + 5 + assemblies.length * 5
  let at = room
  const put = (bytes: Buffer): number => {
    blocks.push(bytes)
    at += bytes.length
    return at - bytes.length
  }
  const text = (value: string): number => put(Buffer.concat([number(Buffer.byteLength(value)), Buffer.from(value)]))
  const type = ({ name, nested = [] }: MadeType): number => {
    const inner = nested.map(type)
    return put(numbers(1, 0, 0, text(name), 0, 0, 0, inner.length, ...inner))
  }
  const scopes = assemblies.map(({ name, types }) => {
    const spaces = Object.entries(types).map(([namespace, all]) => ({ namespace, handles: all.map(type) }))
    const own = spaces.find(({ namespace }) => namespace === '')?.handles ?? []
    const below = spaces
      .filter(({ namespace }) => namespace !== '')
      .map(({ namespace, handles }) => put(numbers(0, text(namespace), handles.length, ...handles, 0, 0)))
    const root = put(numbers(0, 0, own.length, ...own, 0, below.length, ...below))
    const key = Buffer.from('key')
    const head = numbers(1, text(name), 0, 10, 0, 0, 0, key.length)
    return put(Buffer.concat([head, key, numbers(0, root, 0, 0)]))
  })
  const head = Buffer.alloc(room)
  head.writeUInt32LE(0xdead_dffd, 0)
  numbers(scopes.length, ...scopes).copy(head, 4)
  return Buffer.concat([head, ...blocks])
}

function numbers(...values: readonly number[]): Buffer {
  return Buffer.concat(values.map(number))
}

/** In as few bytes as it fits. */
function number(value: number): Buffer {
  for (let more = 0; more < 4; more++) {
    if (value >= 2 ** (7 * (more + 1))) continue
    const bytes = Buffer.alloc(more + 1)
    bytes.writeUIntLE(value * 2 ** (more + 1) + (2 ** more - 1), 0, more + 1)
    return bytes
  }
  const bytes = Buffer.alloc(5)
  bytes[0] = 0x0f
  bytes.writeUInt32LE(value, 1)
  return bytes
}

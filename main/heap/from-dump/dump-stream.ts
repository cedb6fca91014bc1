/** Layout of the stream of `helpers/dump-reader`: docs/formats/dump-stream.md. */
export const streamVersion = 1
export const streamMagic = [0x50, 0x53, 0x44, 0x52] as const
export const largestBlockBytes = 16 * 2 ** 20

export const blockKinds = {
  info: 1,
  types: 2,
  names: 3,
  objects: 4,
  references: 5,
  roots: 6,
  threads: 7,
  exceptions: 8,
  values: 9,
  end: 10,
  error: 11,
} as const

export const recordBytes = { objects: 25, references: 12, roots: 13 } as const

/** What is wrong with a stream, with the offset of the block. The stream is bytes of a process that has read a foreign file. */
export class StreamError extends Error {
  override readonly name = 'StreamError'
  readonly offset: number
  readonly expected: string
  readonly found: string
  constructor(offset: number, expected: string, found: string) {
    super(`${expected}, found ${found}`)
    this.offset = offset
    this.expected = expected
    this.found = found
  }
}

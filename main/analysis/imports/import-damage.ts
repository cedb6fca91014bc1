import type { AppError } from '../../../shared/base/errors.ts'

/** Thrown within a reader and caught at its border: the file is not what its format says. */
export class ImportDamage extends Error {
  override readonly name = 'ImportDamage'
  readonly offset: number
  readonly expected: string
  readonly found: string
  /** In a JSON file: `profiles[0].events[3]`; empty elsewhere. */
  readonly path: string

  constructor(offset: number, expected: string, found: string, path = '') {
    super(`${expected} expected at ${offset}`)
    this.offset = offset
    this.expected = expected
    this.found = found
    this.path = path
  }
}

/** Thrown within a reader: the file holds more than is opened. */
export class ImportTooLarge extends Error {
  override readonly name = 'ImportTooLarge'
  readonly what: ImportLimitName

  constructor(what: ImportLimitName) {
    super(what)
    this.what = what
  }
}

export type ImportLimitName = keyof typeof importLimits

/** What is read of one file; everything beyond is refused, by its name and number. */
export const importLimits = {
  bytes: 2 ** 29,
  frames: 2 ** 20,
  nodes: 2 ** 24,
  samples: 2 ** 24,
  /** Frames of the stacks of all samples: views walk them. */
  'stack-frames': 2 ** 31,
} as const

export function tooLarge(what: ImportLimitName): AppError {
  return { kind: 'import-too-large', what, limit: importLimits[what] }
}

/** For people who look into a text file: from 1 on. */
export function lineAt(bytes: Uint8Array, offset: number): number {
  let line = 1
  for (let at = bytes.indexOf(10); at >= 0 && at < offset; at = bytes.indexOf(10, at + 1)) line++
  return line
}

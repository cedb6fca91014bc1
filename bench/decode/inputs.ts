import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { recordSession } from '../../fixtures/recording/record-session.ts'
import type { ShapeName } from '../../fixtures/recording/shapes.ts'

const inputs: readonly { readonly shape: ShapeName; readonly megabytes: number }[] = [
  { shape: 'flood', megabytes: 40 },
  { shape: 'mixed', megabytes: 84 },
  { shape: 'deep', megabytes: 100 },
]
const longestMs = 90_000

/**
 * Records the three streams in a folder of their own that `dispose` removes, or in `keptIn`: what is there already is used again,
 * for comparisons of two versions of the reader on the same bytes.
 */
export async function recordInputs(
  keptIn: string | null,
  wanted: readonly ShapeName[] = inputs.map((input) => input.shape),
): Promise<{ readonly files: readonly string[]; dispose(): void }> {
  const folder = keptIn ?? mkdtempSync(path.join(os.tmpdir(), 'decode-'))
  mkdirSync(folder, { recursive: true })
  const files: string[] = []
  for (const { shape, megabytes } of inputs.filter((input) => wanted.includes(input.shape))) {
    const file = path.join(folder, `${shape}.nettrace`)
    files.push(file)
    if (existsSync(file)) continue
    console.error(`recording ${shape}, ${megabytes} MB`)
    const unfinished = `${file}.part`
    await recordSession({
      variant: 'net10',
      shape,
      file: unfinished,
      milliseconds: longestMs,
      maxBytes: megabytes * 1e6,
    })
    renameSync(unfinished, file)
  }
  return { files, dispose: () => keptIn === null && rmSync(folder, { recursive: true, force: true }) }
}
